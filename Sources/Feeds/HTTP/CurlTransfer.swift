internal import CCurl

/// One request and what has come of its answer: the owner of a libcurl easy handle. It belongs to one loop.
final class CurlTransfer {
    let easy: OpaquePointer
    /// `CURLE_OK`, or why the handle cannot be used: an option that this libcurl does not know or take.
    private(set) var readiness = CURLE_OK
    private let request: HTTPRequest
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private var body: [UInt8] = []
    private var isBodyTooLarge = false
    private let completion: (Result<HTTPResponse, HTTPFailure>) -> Void

    /// - Parameter completion: called once, on the loop.
    init(
        _ request: HTTPRequest, proxies: HTTPClient.Proxies,
        completion: @escaping (Result<HTTPResponse, HTTPFailure>) -> Void
    ) {
        guard let easy = curl_easy_init() else { preconditionFailure("no memory for a transfer") }
        self.easy = easy
        self.request = request
        self.completion = completion
        setAddress(proxies: proxies)
        setLimits()
        setFields()
        setWriter()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(fieldList)
    }

    private func setAddress(proxies: HTTPClient.Proxies) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        if case .none = proxies { set(CURLOPT_NOPROXY, "*") }
        // The trusted certificates are kept in memory only where they come from a file alone; reading them anew takes
        // over 100 ms of the loop at every handshake.
        if Self.hasCertificateFile { note(next_to_go_easy_set_string(easy, CURLOPT_CAPATH, nil)) }
    }

    /// Whether libcurl was built to trust the certificates of one file, besides those of a folder.
    private static let hasCertificateFile = curl_version_info(CURLVERSION_SEVENTH)?.pointee.cainfo != nil

    private func setLimits() {
        set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connecting.milliseconds)
        set(CURLOPT_TIMEOUT_MS, request.limits.total.milliseconds)
        set(CURLOPT_FOLLOWLOCATION, 1)
        set(CURLOPT_MAXREDIRS, request.limits.redirects)
        // Refuses by Content-Length before the body; bytes are counted in `take`.
        note(next_to_go_easy_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.limits.bodyBytes)))
        set(CURLOPT_NOSIGNAL, 1)
        // Without it, giving up while a name is being resolved would stop the loop until the resolver's thread ends.
        set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setFields() {
        set(CURLOPT_ACCEPT_ENCODING, "gzip")
        for field in request.fields {
            let list = curl_slist_append(fieldList, "\(field.name): \(field.value)")
            note(list == nil ? CURLE_OUT_OF_MEMORY : CURLE_OK)
            fieldList = list ?? fieldList
        }
        note(next_to_go_easy_set_list(easy, CURLOPT_HTTPHEADER, fieldList))
    }

    private func setWriter() {
        let writer: curl_write_callback = { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        note(next_to_go_easy_set_writer(easy, writer, Unmanaged.passUnretained(self).toOpaque()))
    }

    private func set(_ option: CURLoption, _ value: Int) {
        note(next_to_go_easy_set_long(easy, option, value))
    }

    private func set(_ option: CURLoption, _ value: String) {
        note(next_to_go_easy_set_string(easy, option, value))
    }

    private func note(_ code: CURLcode) {
        if code != CURLE_OK { readiness = code }
    }

    /// Takes decompressed bytes of the body; libcurl ends the transfer when it is told another number than it gave.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= request.limits.bodyBytes else {
            isBodyTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Ends with what libcurl says of the transfer.
    func finish(with code: CURLcode) {
        guard code == CURLE_OK else {
            completion(.failure(isBodyTooLarge ? .bodyTooLarge(over: request.limits.bodyBytes) : failure(for: code)))
            return
        }
        let status = next_to_go_easy_long(easy, CURLINFO_RESPONSE_CODE)
        completion(.success(HTTPResponse(status: status, fields: responseFields(), body: body)))
    }

    /// Ends because nobody wants the answer any more.
    func cancel() {
        completion(.failure(.cancelled))
    }

    private func failure(for code: CURLcode) -> HTTPFailure {
        HTTPFailure(code, of: easy, limits: request.limits)
    }

    /// The head of the last answer alone, not of those that redirected or of a proxy's answer to CONNECT.
    private func responseFields() -> [HTTPField] {
        var fields: [HTTPField] = []
        var previous: UnsafeMutablePointer<curl_header>?
        while let header = curl_easy_nextheader(easy, UInt32(CURLH_HEADER), -1, previous) {
            fields.append(
                HTTPField(String(cString: header.pointee.name), String(cString: header.pointee.value)))
            previous = header
        }
        return fields
    }
}
