import type { FastifyReply } from "fastify";
import { z } from "zod";
import { invalid, invalidField, notFound } from "#kernel/errors.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { published } from "#server/db/scopes/published.ts";
import type { App } from "#server/app.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { inOneLine, type Tongue } from "#server/http/tongues.ts";
import { kickMail, limitPublicForm } from "#areas/identity/identity.server.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import {
  formatOf,
  formats,
  type Format,
  type Item,
  refusal,
  requestItem,
  serviceItem,
  typeOf,
  written,
} from "./open311.model.ts";
import { reportInput } from "./service.model.ts";
import { publicRequests, publicServices, report } from "./service.service.ts";

const root = "/open311/v2";
const send = (
  reply: FastifyReply,
  format: Format,
  list: string,
  item: string,
  items: readonly Item[],
  status = 200,
) =>
  reply
    .code(status)
    .header("access-control-allow-origin", "*")
    .type(typeOf(format))
    .send(written(format, list, item, items));
const given = (status: number) => (status === 422 ? 400 : status);

/** Whatever is refused at an address of Open311, and whoever refuses it, is said in the asked format. */
export const open311Tongue: Tongue = {
  speaks: (path) => path.startsWith(`${root}/`),
  say: (problem, path) => {
    const status = given(problem.status);
    const said =
      problem.code === "outside"
        ? `${problem.message} A client asks, and repeats the call with outside=send.`
        : inOneLine(problem);
    return { status, type: typeOf(formatOf(path)), body: refusal(formatOf(path), status, [said]) };
  },
};

const list = z
  .string()
  .max(2000)
  .transform((text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .optional();
const instant = z.iso.datetime({ offset: true }).optional();
const query = z
  .object({
    jurisdiction_id: z.string().max(80).optional(),
    service_request_id: list,
    service_code: list,
    start_date: instant,
    end_date: instant,
    status: list.pipe(
      z.array(z.enum(["open", "closed"], "Say open, closed, or both with a comma.")).optional(),
    ),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    page_size: z.coerce.number().int().min(1).max(500).default(50),
  })
  .loose();

const posted = z
  .object({
    service_code: z.string().max(40),
    description: z.string().max(4000).default(""),
    lat: z.string().max(30).default(""),
    long: z.string().max(30).default(""),
    address_string: z.string().max(300).default(""),
    address_id: z.string().max(80).default(""),
    email: z.string().max(255).default(""),
    first_name: z.string().max(60).default(""),
    last_name: z.string().max(60).default(""),
    phone: z.string().max(40).default(""),
    outside: z.string().max(10).default(""),
  })
  .loose();

// The ids of another system's addresses are unknown here: one alone says no place.
const refusePlaceless = (p: z.output<typeof posted>): void => {
  if (p.address_id && !p.address_string && !(p.lat && p.long))
    throw invalidField(
      "address_id",
      "address_id: no addresses are kept here under ids. Say where it is with address_string, or with lat and long.",
    );
};

/** What somebody sent, read by its shape. 422 with each field that is not valid. */
const readAs = <S extends z.ZodType>(shape: S, sent: unknown): z.output<S> => {
  const parsed = shape.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw invalid(
    "invalid_input",
    "Some values are not valid. Nothing was saved.",
    parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
  );
};

const take = async (app: App, body: unknown, ip: string) => {
  const p = readAs(posted, body);
  refusePlaceless(p);
  const input = readAs(reportInput, {
    serviceCode: p.service_code,
    description: p.description,
    address: p.address_string,
    latitude: p.lat,
    longitude: p.long,
    name: `${p.first_name} ${p.last_name}`.trim(),
    email: p.email,
    phone: p.phone,
    outside: p.outside,
  });
  await limitPublicForm(identityDb(app.database), ip);
  const host = await hostAgency(app);
  const actor = visitorIn(host);
  const made = await app.database.transaction(actor, (tx) => report(tx, actor, host, input));
  kickMail(app);
  return made;
};

const common = { permission: "public", tag: "open311", raw: true } as const;

const discovery = (format: Format): Endpoint =>
  endpoint({
    ...common,
    method: "GET",
    path: `${root}/discovery.${format}`,
    summary: "Open311: what this service offers",
    handler: async ({ app, reply }) =>
      send(reply, format, "discovery", "endpoint", [
        {
          specification: "http://wiki.open311.org/GeoReport_v2",
          url: `${app.config.origin}${root}`,
          changeset: "2026-11-20T00:00:00Z",
          type: "production",
          formats: "text/xml, application/json",
          key_service: "No key is needed.",
          contact: `${app.config.origin}/contact`,
        },
      ]),
  });

const services = (format: Format): Endpoint =>
  endpoint({
    ...common,
    method: "GET",
    path: `${root}/services.${format}`,
    summary: "Open311: what can be reported",
    handler: async ({ app, reply }) =>
      send(
        reply,
        format,
        "services",
        "service",
        (await publicServices(published(app.database))).map(serviceItem),
      ),
  });

const requests = (format: Format): Endpoint =>
  endpoint({
    ...common,
    method: "GET",
    path: `${root}/requests.${format}`,
    summary: "Open311: requests, newest first",
    handler: async ({ app, request, reply }) => {
      const q = readAs(query, request.query);
      const states = [...new Set(q.status)];
      const found = await publicRequests(published(app.database), {
        ids: q.service_request_id,
        codes: q.service_code,
        from: q.start_date,
        to: q.end_date,
        status: states.length === 1 ? states[0] : undefined,
        page: q.page,
        limit: q.page_size,
      });
      return send(reply, format, "service_requests", "request", found.map(requestItem));
    },
  });

const requestByNumber = (format: Format): Endpoint =>
  endpoint({
    ...common,
    method: "GET",
    path: `${root}/requests/{id}.${format}`,
    summary: "Open311: one request by its number",
    params: z.object({ id: z.string().max(40) }),
    handler: async ({ app, params, reply }) => {
      const [found] = await publicRequests(published(app.database), {
        number: params.id,
        limit: 1,
      });
      if (!found) throw notFound("service request");
      return send(reply, format, "service_requests", "request", [requestItem(found)]);
    },
  });

const reporting = (format: Format): Endpoint =>
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/requests.${format}`,
    summary: "Open311: report something",
    form: true,
    ownTransaction: true,
    handler: async ({ app, request, reply }) => {
      const made = await take(app, request.body ?? {}, addressForLimits(request.ip));
      return send(
        reply,
        format,
        "service_requests",
        "request",
        [{ service_request_id: made.number, service_notice: "", account_id: null }],
        201,
      );
    },
  });

const inFormat = (format: Format): Endpoint[] => [
  discovery(format),
  services(format),
  requests(format),
  requestByNumber(format),
  reporting(format),
];

export const open311Endpoints: Endpoint[] = formats.flatMap(inFormat);
