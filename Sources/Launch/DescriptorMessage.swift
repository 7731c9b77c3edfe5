import Glibc

/// A message over a Unix socket of packets that carries an open file besides its bytes.
public enum DescriptorMessage {
    /// The control message for one descriptor: `cmsghdr` and its content, which the C library describes with macros.
    private struct Control {
        var length = 20
        var level = SOL_SOCKET
        var kind = CInt(SCM_RIGHTS)
        var descriptor: CInt = -1
        var padding: CInt = 0
    }

    /// Sends bytes and a descriptor, which remains open in this process.
    /// - Returns: Whether the message was sent.
    public static func send(_ bytes: [UInt8], with descriptor: CInt, over socket: CInt) -> Bool {
        var bytes = bytes
        var control = Control(descriptor: descriptor)
        return exchange(&bytes, &control) { sendmsg(socket, $0, CInt(MSG_NOSIGNAL)) } == bytes.count
    }

    /// Waits for a message.
    /// - Parameters:
    ///   - socket: The socket of packets.
    ///   - longest: The maximum number of bytes; more are cut off.
    /// - Returns: The bytes and the descriptor, which the caller must close; `nil` if the other side has closed its end
    ///   or sent a message without a descriptor.
    public static func receive(from socket: CInt, longest: Int) -> (bytes: [UInt8], descriptor: CInt)? {
        var bytes = [UInt8](repeating: 0, count: longest)
        var control = Control()
        let count = exchange(&bytes, &control) { recvmsg(socket, $0, 0) }
        guard count > 0, control.descriptor >= 0 else { return nil }
        return (Array(bytes.prefix(count)), control.descriptor)
    }

    private static func exchange(
        _ bytes: inout [UInt8], _ control: inout Control, _ call: (UnsafeMutablePointer<msghdr>) -> Int
    ) -> Int {
        bytes.withUnsafeMutableBytes { buffer in
            withUnsafeMutableBytes(of: &control) { control in
                var piece = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
                return withUnsafeMutablePointer(to: &piece) { piece in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (piece, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    while true {
                        let result = call(&message)
                        if result >= 0 || errno != EINTR { return result }
                    }
                }
            }
        }
    }
}
