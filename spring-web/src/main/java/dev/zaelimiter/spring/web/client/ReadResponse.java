package dev.zaelimiter.spring.web.client;

import dev.zaelimiter.http.client.ResponseBody;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** A response whose body is looked at while it is read. For one thread at a time, as responses are. */
final class ReadResponse implements ClientHttpResponse {

    private final ClientHttpResponse response;
    private final ResponseBody body;
    private @Nullable InputStream stream;

    ReadResponse(ClientHttpResponse response, ResponseBody body) {
        this.response = response;
        this.body = body;
    }

    @Override
    public HttpStatusCode getStatusCode() throws IOException {
        return response.getStatusCode();
    }

    @Override
    public String getStatusText() throws IOException {
        return response.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
        return response.getHeaders();
    }

    @Override
    public InputStream getBody() throws IOException {
        if (stream == null) {
            stream = new Read(response.getBody(), body);
        }
        return stream;
    }

    @Override
    public void close() {
        body.brokenOff();
        response.close();
    }

    /** Passes on, and shows. */
    private static final class Read extends FilterInputStream {

        private final ResponseBody body;

        Read(InputStream in, ResponseBody body) {
            super(in);
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            if (read < 0) {
                body.ended();
            } else {
                body.seen(ByteBuffer.wrap(into, offset, read));
            }
            return read;
        }

        @Override
        public long skip(long bytes) throws IOException {
            return bytes <= 0 ? 0 : Math.max(0, read(new byte[(int) Math.min(bytes, 8192)]));
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        @Override
        public void close() throws IOException {
            body.brokenOff();
            super.close();
        }
    }
}
