package dev.zaelimiter.spring.web.servlet;

import dev.zaelimiter.http.route.Passage;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.DisconnectedClientHelper;

/** A response that is settled when it is written: earlier nobody knows its size, or even its status. */
record SeenResponse(ServerResponse response, Passage passage) implements ServerResponse {

    @Override
    public HttpStatusCode statusCode() {
        return response.statusCode();
    }

    @Override
    public HttpHeaders headers() {
        return response.headers();
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return response.cookies();
    }

    @Override
    public @Nullable ModelAndView writeTo(
            HttpServletRequest request, HttpServletResponse servletResponse, Context context)
            throws ServletException, IOException {
        HttpServletResponse told = ToldResponse.of(servletResponse, passage.fields());
        HttpServletResponse seen = passage.countsBytes() ? new CountingResponse(told) : told;
        boolean goesOn = false;
        try {
            ModelAndView view = response.writeTo(request, seen, context);
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(new Ending(passage, new ServletResult(request, seen)));
                goesOn = true;
            } else {
                passage.completed(new ServletResult(request, seen));
            }
            return view;
        } catch (IOException e) {
            if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
                // A client can do that at will.
                passage.abandoned();
            }
            throw e;
        } finally {
            if (!goesOn) {
                // Does nothing, unless it could not be written.
                passage.failed(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
            }
        }
    }
}
