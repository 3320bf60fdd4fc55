package dev.zaelimiter.gatling;

import io.gatling.core.CoreComponents;
import io.gatling.core.action.Action;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.protocol.Protocol;
import io.gatling.core.protocol.ProtocolComponents;
import io.gatling.core.protocol.ProtocolKey;
import io.gatling.core.session.Session;
import io.gatling.core.structure.ScenarioContext;
import scala.Function1;
import scala.runtime.BoxedUnit;

/**
 * What an action of ours is built in.
 *
 * @param core of Gatling
 * @param throttled whether the simulation asks for a throttle
 * @param protocol of ours
 * @param next what comes after the action
 */
record Context(CoreComponents core, boolean throttled, LimiterProtocol protocol, Action next) {

    private static final Key KEY = new Key();

    static Context of(ScenarioContext context, Action next) {
        LimiterProtocol protocol = context.protocolComponentsRegistry().components(KEY).protocol;
        return new Context(context.coreComponents(), context.throttled(), protocol, next);
    }

    /** What Gatling makes once of the protocol, and what it does when a user ends. */
    private static final class Components implements ProtocolComponents {

        private final LimiterProtocol protocol;

        private Components(LimiterProtocol protocol) {
            this.protocol = protocol;
        }

        @Override
        public Function1<Session, Session> onStart() {
            return session -> session;
        }

        @Override
        public Function1<Session, BoxedUnit> onExit() {
            return session -> {
                session.attributes().valuesIterator().foreach(value -> {
                    if (value instanceof OpenLeases.Held held) {
                        held.close();
                    }
                    return BoxedUnit.UNIT;
                });
                return BoxedUnit.UNIT;
            };
        }
    }

    /** How Gatling finds it. */
    private static final class Key implements ProtocolKey<LimiterProtocol.OfGatling, Components> {

        /** Scala leaves the parameter of its type open, Java does not. */
        @SuppressWarnings("unchecked")
        @Override
        public Class<Protocol> protocolClass() {
            return (Class<Protocol>) (Class<?>) LimiterProtocol.OfGatling.class;
        }

        @Override
        public LimiterProtocol.OfGatling defaultProtocolValue(GatlingConfiguration configuration) {
            throw new IllegalStateException(
                    "the simulation has no limiter: add .protocols(limits(repository)) to its setUp");
        }

        @Override
        public Function1<LimiterProtocol.OfGatling, Components> newComponents(CoreComponents core) {
            return found -> {
                LimiterProtocol protocol = found.ours();
                core.actorSystem().registerOnTermination(() -> {
                    protocol.leases().stop();
                    return BoxedUnit.UNIT;
                });
                return new Components(protocol);
            };
        }
    }
}
