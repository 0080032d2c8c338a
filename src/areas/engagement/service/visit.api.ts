import { z } from "zod";
import { invalid } from "#kernel/errors.ts";
import { email } from "#areas/identity/identity.public.ts";
import { kickMail, limitPublicForm } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { published } from "#server/db/scopes/published.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { answerEndpoints } from "#server/mail/answer-page.ts";
import { publicForm } from "../form.service.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import { addToRequest } from "./addition.service.ts";
import { answerFollow, followRequest, nearRequests } from "./follow.service.ts";
import { readForm } from "./photo.service.ts";
import { publicRequest } from "./service.model.ts";
import { taggedBy } from "./tag.service.ts";

const params = z.object({ token: z.string().min(20).max(120) });
const why = "You opened this page by a link in a letter about a report.";

const degree = (most: number) =>
  z
    .union([z.literal("").transform(() => null), z.coerce.number().min(-most).max(most)])
    .nullish()
    .transform((value) => value ?? null);

const answered = async (app: App, token: string, end: boolean): Promise<string> => {
  const host = await hostAgency(app);
  const actor = visitorIn(host);
  await app.database.transaction(actor, (tx) => answerFollow(tx, actor, host, token, end));
  return host.name;
};

const followers: readonly Endpoint[] = [
  publicForm({
    path: "/api/v1/public/service-followers",
    summary: "Say me too: follow a report that somebody else made",
    body: z.object({
      number: z.string().min(1).max(40),
      email,
      website: z.string().max(500).default(""),
    }),
    message: "We wrote to you. Open the link in the letter and press its button.",
    store: ({ tx, actor, host, body }) => followRequest(tx, actor, host, body),
  }),
  ...answerEndpoints({
    path: "/api/v1/public/service-followers/{token}",
    summary: "Confirm by the token of the letter that a report is followed",
    params,
    why,
    page: async (app) => ({
      title: "Follow the report",
      paragraphs: ["We write to this address when the report goes on, and for nothing else."],
      agency: (await hostAgency(app)).name,
      ask: "Yes, tell me",
    }),
    act: async (app, { token }) => ({
      agency: await answered(app, token, false),
      title: "You follow the report",
      paragraphs: ["Each letter says how to end it."],
    }),
  }),
  ...answerEndpoints({
    path: "/api/v1/public/service-followers/{token}/end",
    opensIn: "suspended",
    summary: "End the letters about a report that is followed",
    params,
    why,
    page: async (app) => ({
      title: "Hear no more of this report",
      paragraphs: ["Nothing more is sent about it."],
      agency: (await hostAgency(app)).name,
      ask: "End it",
    }),
    act: async (app, { token }) => ({
      agency: await answered(app, token, true),
      title: "The letters ended",
      paragraphs: ["Nothing more is sent about this report."],
    }),
  }),
];

const added = z.object({
  key: z.string().min(20).max(120),
  words: z.string().trim().max(4000, "At most 4,000 characters").default(""),
  reopen: z
    .union([z.boolean(), z.enum(["true", "false", ""]).transform((text) => text === "true")])
    .default(false),
  website: z.string().max(500).default(""),
});

/** What visitors read and send about reports, beside making one. */
export const visitEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/public/service-requests/near",
    permission: "public",
    tag: "public site",
    summary: "Open reports of one kind of the last 30 days near a place",
    query: z.object({
      serviceCode: z.string().max(40),
      latitude: degree(90),
      longitude: degree(180),
      address: z.string().max(300).default(""),
    }),
    response: z.object({ items: z.array(publicRequest) }),
    handler: async ({ app, query }) => ({
      items: await nearRequests(published(app.database), query),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/labels/{tag}",
    permission: "public",
    tag: "public site",
    summary: "What a label names, where the agency lets strangers report by it",
    params: z.object({ tag: z.string().min(1).max(60) }),
    response: z.object({ name: z.string(), location: z.string() }).nullable(),
    handler: async ({ app, params: { tag } }) => {
      const found = await taggedBy(app.database.read(visitorIn(await hostAgency(app))), tag);
      return found && { name: found.name, location: found.location };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/public/service-requests/additions",
    permission: "public",
    tag: "public site",
    summary: "Add words or a photo to one's report by the key of its letter, or open it again",
    ownTransaction: true,
    form: true,
    raw: true,
    handler: async ({ app, request, reply }) => {
      const host = await hostAgency(app);
      const actor = visitorIn(host);
      await limitPublicForm(identityDb(app.database), addressForLimits(request.ip));
      const { values, photo } = await readForm(app, request);
      const parsed = added.safeParse(values);
      if (!parsed.success)
        throw invalid(
          "invalid_input",
          "Some values are not valid. Nothing was saved.",
          parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
        );
      const { website, ...said } = parsed.data;
      if (website) return reply.code(201).send({ message: "Thank you." });
      const { message } = await app.database.transaction(actor, async (tx) => {
        const photoId = photo ? await recordFile(tx, { ...photo, orgId: host.id }) : null;
        return addToRequest(tx, actor, host, { ...said, photoId });
      });
      kickMail(app);
      return reply.code(201).send({ message });
    },
  }),
  ...followers,
];
