import CGTK

/// A page that a closure draws, for a picture, a file or the printer.
@MainActor
public struct Page {
    /// The formats of files.
    public enum Format: String, Sendable, CaseIterable {
        /// Pixels, two for each of the drawing along each side.
        case png
        /// Shapes.
        case svg
        /// Shapes, and text that can be selected.
        case pdf
    }

    /// The target of a printed page.
    public enum Printer {
        /// The printer that the user chooses in a dialog over a window.
        case chosen(over: Window)
        /// A PDF file.
        case file(String)
    }

    /// The width in pixels, of which an inch has 96.
    public let width: Double
    /// The height in pixels, of which an inch has 96.
    public let height: Double
    private let widget: Widget?
    private let draw: (Drawing) -> Void

    /// The size of A4 in pixels.
    public static let a4 = (width: 210 / 25.4 * 96, height: 297 / 25.4 * 96)
    /// The number of pixels per pixel of the drawing, along each side, of what is not a shape.
    public static let sharpness = 2
    private static let pointsPerPixel = 0.75

    /// Creates a page.
    /// - Parameters:
    ///   - width: The width in pixels, of which an inch has 96.
    ///   - height: The height in pixels, of which an inch has 96.
    ///   - widget: The widget whose font it uses; `nil` for the default font.
    ///   - draw: Draws the page.
    public init(width: Double, height: Double, like widget: Widget?, _ draw: @escaping (Drawing) -> Void) {
        (self.width, self.height, self.draw) = (width, height, draw)
        self.widget = widget
    }

    private var pango: UnsafeMutableRawPointer? {
        widget.flatMap { gtk_widget_get_pango_context($0.pointer.cast()) }.map { UnsafeMutableRawPointer($0) }
    }

    /// Draws the page as pixels.
    public func picture() -> Picture {
        let scale = Double(Self.sharpness)
        return Picture(
            width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up)),
            scale: Self.sharpness, pango: pango, draw)
    }

    /// Writes the page to a file.
    /// - Throws: ``PictureError/notWritten(path:reason:)``.
    public func write(_ format: Format, to path: String) throws(PictureError) {
        let (across, down) = (width * Self.pointsPerPixel, height * Self.pointsPerPixel)
        let surface: OpaquePointer
        switch format {
        case .png: return try picture().write(to: path)
        case .svg: surface = OpaquePointer(made(cairo_svg_surface_create(path, across, down)))
        case .pdf:
            surface = OpaquePointer(made(cairo_pdf_surface_create(path, across, down)))
            cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
        }
        defer { cairo_surface_destroy(surface) }
        let context = OpaquePointer(made(cairo_create(surface)))
        draw(on: context, scale: Self.pointsPerPixel)
        cairo_destroy(context)
        cairo_surface_finish(surface)
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .notWritten(path: path, reason: String(cString: cairo_status_to_string(status)))
        }
    }

    private func draw(on context: OpaquePointer, scale: Double) {
        cairo_save(context)
        cairo_scale(context, scale, scale)
        draw(Drawing(context: context, pango: pango, scale: Self.sharpness, isVector: true))
        cairo_restore(context)
    }

    /// Prints the page on A4.
    /// - Parameters:
    ///   - printer: Where it is printed.
    ///   - name: The name of the work in the printer's queue.
    /// - Throws: ``PictureError/notWritten(path:reason:)``.
    public func print(on printer: Printer, named name: String) throws(PictureError) {
        let operation = ObjectRef(owning: made(gtk_print_operation_new()))
        gtk_print_operation_set_n_pages(operation.pointer.cast(), 1)
        gtk_print_operation_set_job_name(operation.pointer.cast(), name)
        gtk_print_operation_set_use_full_page(operation.pointer.cast(), 1)
        gtk_print_operation_set_unit(operation.pointer.cast(), GTK_UNIT_POINTS)
        let setup = made(gtk_page_setup_new())
        let paper = gtk_paper_size_new("iso_a4")
        gtk_page_setup_set_paper_size_and_default_margins(OpaquePointer(setup), paper)
        gtk_paper_size_free(paper)
        gtk_print_operation_set_default_page_setup(operation.pointer.cast(), OpaquePointer(setup))
        g_object_unref(setup)
        operation.connect(Signal<BorrowedObject, Int32>("draw-page")) { [self] context, _ in
            guard let context = context.pointer.map({ OpaquePointer($0) }),
                let cairo = gtk_print_context_get_cairo_context(context)
            else { return }
            let across = gtk_print_context_get_width(context) / width
            draw(on: cairo, scale: min(across, gtk_print_context_get_height(context) / height))
        }
        var error: UnsafeMutablePointer<GError>?
        switch printer {
        case .chosen(let window):
            gtk_print_operation_run(
                operation.pointer.cast(), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.pointer.cast(), &error)
        case .file(let path):
            gtk_print_operation_set_export_filename(operation.pointer.cast(), path)
            gtk_print_operation_run(operation.pointer.cast(), GTK_PRINT_OPERATION_ACTION_EXPORT, nil, &error)
        }
        guard let error else { return }
        defer { g_error_free(error) }
        throw .notWritten(path: name, reason: String(cString: error.pointee.message))
    }
}
