internal import Glibc
internal import Swarming

exit(SwarmProgram.run(arguments: CommandLine.arguments))
