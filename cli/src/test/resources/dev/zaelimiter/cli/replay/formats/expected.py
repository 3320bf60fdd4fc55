#!/usr/bin/env python3
"""Works out what a replay of each sample has to say, apart from the program that is tested.

Each format is taken apart here by hand, by someone who knows which field is which; nothing is guessed. The limits are
tried with fractions: r holds 2 and gets 2 a minute; t holds so much, and gets so little, that it counts tokens.

    python3 expected.py > expected.csv
"""
import csv, datetime, heapq, io, ipaddress, json, re, sys
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).parent
UTC = datetime.timezone.utc


def iso(text):
    text = re.sub(r"(\.\d{3})\d*", r"\1", text.strip().replace("Z", "+00:00").replace(" ", "T", 1))
    text = re.sub(r"\.(\d)(?=[+-]|$)", r".\g<1>00", text)
    moment = datetime.datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


def clf(text):
    form = "%d/%b/%Y:%H:%M:%S"
    fraction = 0
    match = re.match(r"(.*:\d\d)\.(\d{3})(.*)", text)
    if match:
        text, fraction = match.group(1) + match.group(3), int(match.group(2))
    zoned = " " in text
    moment = datetime.datetime.strptime(text, form + " %z" if zoned else form)
    if not zoned:
        moment = moment.replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000) + fraction


def client(text):
    """One name for a client: the first of a list, without port, IPv6 by /64 as four groups."""
    first = text.split(",")[0].strip()
    match = re.fullmatch(r"\[(.*)\]:\d+", first) or re.fullmatch(r"(\d+\.\d+\.\d+\.\d+):\d+", first)
    address = ipaddress.ip_address(match.group(1) if match else first)
    if address.version == 4:
        return str(address)
    return ":".join("%x" % int(part, 16) for part in address.exploded.split(":")[:4]) + "::"


def request(millis, entity, resource="all", tokens=None, output=0):
    return millis, entity, resource, tokens, output


def lines(name):
    return [line for line in (HERE / name).read_text().splitlines() if line.strip()]


def objects(name):
    return [json.loads(line) for line in lines(name)]


def bracketed(name, who):
    for line in lines(name):
        yield request(clf(re.search(r"\[(\d\d/\w{3}/[^\]]+)\]", line).group(1)), client(who(line)))


def last_quoted(line):
    return re.findall(r'"([^"]*)"', line)[-1]


def words(name, time, address):
    for line in lines(name):
        field = line.split(" ")
        yield request(iso(field[time]), client(field[address]))


def w3c(name, separator):
    names = []
    for line in lines(name):
        if line.startswith("#Fields:"):
            names = line[len("#Fields:"):].split()
        elif not line.startswith("#"):
            row = dict(zip(names, line.split(separator)))
            yield request(iso(row["date"] + " " + row["time"]), client(row["c-ip"]))


def envoy(name, who):
    for line in lines(name):
        yield request(iso(re.match(r"\[([^\]]+)\]", line).group(1)), client(who(line)))


def rows(name):
    with open(HERE / name, newline="") as file:
        yield from csv.DictReader(file)


SAMPLES = {
    "nginx-combined.log": lambda n: bracketed(n, lambda line: line.split()[0]),
    "apache-common.log": lambda n: bracketed(n, lambda line: line.split()[0]),
    "apache-vhost.log": lambda n: bracketed(n, lambda line: line.split()[1]),
    "nginx-main-behind-proxy.log": lambda n: bracketed(n, last_quoted),
    "ingress-nginx.log": lambda n: bracketed(n, lambda line: line.split()[0]),
    "ingress-nginx-2019.log": lambda n: bracketed(n, lambda line: line.split()[0]),
    "traefik-clf.log": lambda n: bracketed(n, lambda line: line.split()[0]),
    "s3-server-access.log": lambda n: bracketed(n, lambda line: line.split("] ")[1].split()[0]),
    "haproxy-http.log": lambda n: bracketed(n, lambda line: line.split(" [")[0].split()[-1]
                                            if "]: " not in line else line.split("]: ")[1].split()[0]),
    "haproxy-tcp.log": lambda n: bracketed(n, lambda line: line.split("]: ")[1].split()[0]),
    "alb.log": lambda n: words(n, 1, 3),
    "elb-classic.log": lambda n: words(n, 0, 2),
    "cloudfront.log": lambda n: w3c(n, "\t"),
    "iis.log": lambda n: w3c(n, " "),
    "envoy.log": lambda n: envoy(n, lambda line: re.findall(r'"([^"]*)"', line)[1]),
    "istio.log": lambda n: envoy(n, lambda line: line.split()[-3]),
    "nginx-json.jsonl": lambda n: (request(iso(o["time_iso8601"]), client(o["remote_addr"])) for o in objects(n)),
    "traefik.jsonl": lambda n: (request(iso(o["StartUTC"]), client(o["ClientHost"])) for o in objects(n)),
    "caddy.jsonl": lambda n: (request(int(o["ts"] * 1000), client(o["request"]["client_ip"])) for o in objects(n)),
    "kong.jsonl": lambda n: (request(o["started_at"], client(o["client_ip"])) for o in objects(n)),
    "google-lb.jsonl": lambda n: (request(iso(o["timestamp"]), client(o["httpRequest"]["remoteIp"]))
                                  for o in objects(n)),
    "go-slog.jsonl": lambda n: (request(iso(o["time"]), client(o["remote_addr"])) for o in objects(n)),
    "api-gateway.jsonl": lambda n: (request(clf(o["requestTime"]), client(o["ip"])) for o in objects(n)),
    "otel-genai.jsonl": lambda n: (
        request(iso(o["start_time"]), "all", o["attributes"]["gen_ai.request.model"],
                o["attributes"]["gen_ai.usage.input_tokens"], o["attributes"]["gen_ai.usage.output_tokens"])
        for o in objects(n)),
    "mooncake.jsonl": lambda n: (request(o["timestamp"], "all", "all", o["input_length"], o["output_length"])
                                 for o in objects(n)),
    "litellm-spend-logs.jsonl": lambda n: (
        request(iso(o["startTime"]), o["api_key"], o["model"], o["prompt_tokens"], o["completion_tokens"])
        for o in objects(n)),
    "bedrock.jsonl": lambda n: (
        request(iso(o["timestamp"]), o["identity"]["arn"], o["modelId"], o["input"]["inputTokenCount"],
                o.get("output", {}).get("outputTokenCount", 0)) for o in objects(n)),
    "burstgpt.csv": lambda n: (
        request(int(o["Timestamp"]) * 1000, "all", o["Model"], int(o["Request tokens"]), int(o["Response tokens"]))
        for o in rows(n)),
    "azure-llm.csv": lambda n: (
        request(iso(o["TIMESTAMP"]), "all", "all", int(o["ContextTokens"]), int(o["GeneratedTokens"]))
        for o in rows(n)),
}


def refused(requests):
    """Of r, 2 per minute: each entity on each resource has its own."""
    level, seen, count = {}, {}, 0
    for millis, entity, resource, _, _ in requests:
        key = entity, resource
        left = min(Fraction(2), level.get(key, Fraction(2)) + Fraction(millis - seen.get(key, millis), 30_000))
        seen[key] = millis
        if left >= 1:
            left -= 1
        else:
            count += 1
        level[key] = left
    return count


def most_tokens(requests):
    """What the one that used most has used when the last row has come: answers take 20 ms for each of their tokens."""
    last = requests[-1][0]
    used = {}
    for millis, entity, resource, tokens, output in requests:
        if tokens is None:
            return ""
        done = millis + 20 * output <= last
        used[entity, resource] = used.get((entity, resource), 0) + tokens + (output if done else 0)
    return max(used.values())


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["sample", "rows", "first_ms", "last_ms", "entities", "pairs", "refused", "most_tokens"])
    for name in sorted(SAMPLES):
        requests = sorted(SAMPLES[name](name), key=lambda each: each[0])
        out.writerow([
            name, len(requests), requests[0][0], requests[-1][0], len({each[1] for each in requests}),
            len({each[1:3] for each in requests}), refused(requests), most_tokens(requests)])


main()
