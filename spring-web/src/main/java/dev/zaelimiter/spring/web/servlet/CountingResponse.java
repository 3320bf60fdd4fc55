package dev.zaelimiter.spring.web.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts the bytes of a body as they are written. For one thread at a time, as responses are. */
final class CountingResponse extends HttpServletResponseWrapper {

    private final AtomicLong bytes = new AtomicLong();
    private @Nullable ServletOutputStream stream;
    private @Nullable PrintWriter writer;

    CountingResponse(HttpServletResponse response) {
        super(response);
    }

    long bytes() {
        if (writer != null) {
            writer.flush();
        }
        return bytes.get();
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (writer != null) {
            throw new IllegalStateException("getWriter was called");
        }
        if (stream == null) {
            stream = new Counting(getResponse().getOutputStream(), bytes);
        }
        return stream;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (writer == null) {
            if (stream != null) {
                throw new IllegalStateException("getOutputStream was called");
            }
            ServletOutputStream counted = new Counting(getResponse().getOutputStream(), bytes);
            // A writer fixes the encoding in the content type, which a stream does not.
            getResponse().setCharacterEncoding(getCharacterEncoding());
            writer = new PrintWriter(new OutputStreamWriter(counted, Charset.forName(getCharacterEncoding())));
        }
        return writer;
    }

    @Override
    public void flushBuffer() throws IOException {
        if (writer != null) {
            writer.flush();
        }
        super.flushBuffer();
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        forget();
    }

    @Override
    public void reset() {
        super.reset();
        forget();
        stream = null;
        writer = null;
    }

    /** What was buffered is gone. */
    private void forget() {
        bytes.set(0);
    }

    /** Passes on, and counts. */
    private static final class Counting extends ServletOutputStream {

        private final ServletOutputStream out;
        private final AtomicLong bytes;

        Counting(ServletOutputStream out, AtomicLong bytes) {
            this.out = out;
            this.bytes = bytes;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            bytes.incrementAndGet();
        }

        @Override
        public void write(byte[] data, int offset, int length) throws IOException {
            out.write(data, offset, length);
            bytes.addAndGet(length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }
}
