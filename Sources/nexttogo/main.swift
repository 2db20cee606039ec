internal import FoundationEssentials
internal import Glibc
internal import NextToGo

exit(
    Program.run(
        arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment,
        cores: ProcessInfo.processInfo.activeProcessorCount))
