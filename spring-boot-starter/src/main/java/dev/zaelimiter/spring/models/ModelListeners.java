package dev.zaelimiter.spring.models;

import dev.zaelimiter.http.client.ServiceWord;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.llm.CallReport;
import dev.zaelimiter.llm.ModelListener;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several as one. One that throws does not keep the others from hearing.
 *
 * @param all in the order in which they are told
 */
record ModelListeners(List<ModelListener> all) implements ModelListener {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.spring");

    @Override
    public void ended(CallReport report) {
        tell(listener -> listener.ended(report));
    }

    @Override
    public void providerSaid(String resource, ServiceWord word) {
        tell(listener -> listener.providerSaid(resource, word));
    }

    private void tell(Consumer<ModelListener> news) {
        for (ModelListener listener : all) {
            try {
                news.accept(listener);
            } catch (RuntimeException e) {
                LOG.debug("a listener of calls to models has failed, and is ignored", e);
            }
        }
    }
}
