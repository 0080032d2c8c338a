import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: number; doubleValue?: number };
type Attribute = { key: string; value: Value };
export type SentSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  events?: unknown[];
  status: { code: number; message?: string };
};
type Point = {
  attributes: Attribute[];
  asDouble?: number;
  count?: number;
  bucketCounts?: number[];
};
type SentFigure = {
  name: string;
  sum?: { dataPoints: Point[] };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
};
type Resource = { attributes: Attribute[] };
type Body = {
  resourceSpans?: { resource: Resource; scopeSpans: { spans: SentSpan[] }[] }[];
  resourceMetrics?: { resource: Resource; scopeMetrics: { metrics: SentFigure[] }[] }[];
};

/** How a collector behaves: it takes what comes, says 500, or never answers. */
export type Mood = "takes" | "fails" | "hangs";

/** A small receiver of OTLP as JSON, on this machine. */
export const startCollector = async (mood: Mood = "takes") => {
  const bodies: { path: string; text: string }[] = [];
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      bodies.push({ path: request.url!, text: Buffer.concat(parts).toString() });
      if (mood === "hangs") return void hanging.add(response);
      response.writeHead(mood === "takes" ? 200 : 500, { "content-type": "application/json" });
      response.end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const parsed = () => bodies.map(({ text }) => JSON.parse(text) as Body);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that came, as it came. */
    text: () => bodies.map(({ path, text }) => `${path} ${text}`).join("\n"),
    spans: () =>
      parsed().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    figures: () =>
      parsed().flatMap(({ resourceMetrics = [] }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((m) => m.metrics)),
      ),
    resources: () =>
      parsed().flatMap(({ resourceSpans = [], resourceMetrics = [] }) =>
        [...resourceSpans, ...resourceMetrics].map(({ resource }) => resource.attributes),
      ),
    came: () => bodies.length,
    close: async () => {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
export type Collector = Awaited<ReturnType<typeof startCollector>>;
