import Testing
import TrackFormats

@Suite struct OwnFilterTests {
    @Test(arguments: [
        ("/home/me/my filter.py", "python3 '/home/me/my filter.py'", "/home/me"),
        ("/opt/it's", "'/opt/it'\\''s'", "/opt"), ("/filter", "'/filter'", "/"),
        ("filter.py", "python3 'filter.py'", "."),
    ])
    func `a file is run in its folder, by Python if its name says so`(path: String, program: String, folder: String) {
        let filter = OwnFilter(fileAt: path)
        #expect(filter.program == program && filter.folder == folder)
    }
}
