/// Why a file or folder of answers cannot be used at start.
package struct FeedFileError: Error, Equatable, Sendable {
    /// One clear line for the operator, with the path.
    package var message: String

    package init(message: String) {
        self.message = message
    }
}
