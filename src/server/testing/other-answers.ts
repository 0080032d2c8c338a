import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buffer } from "node:stream/consumers";
import { areaServers } from "#areas.server.ts";
import { askForPackage, makePackage } from "#areas/governance/evidence/package.service.ts";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Actor } from "#kernel/access.ts";
import { buildApp } from "../http/app.ts";
import type { JobRun } from "../jobs/jobs.ts";
import { eventEndpoints, stopEvents } from "../realtime/events.ts";
import type { TestDatabase } from "./database.ts";

type Answer = { asked: string; text: string };

// The description of the whole interface, with every example in it.
const described = async (t: TestDatabase, by: Actor): Promise<Answer> => {
  const endpoints = areaServers.flatMap((area) => area.endpoints);
  const app = await buildApp({ ...t.app, endpoints, principal: async () => by });
  const { body } = await app.inject({ method: "GET", url: "/openapi.json" });
  await app.close();
  return { asked: "/openapi.json", text: body };
};

// What the assistant answers to the words, and to each number.
const told = async (t: TestDatabase, by: Actor, questions: readonly string[]) => {
  const endpoints = areaServers.flatMap((area) => area.endpoints);
  const app = await buildApp({ ...t.app, endpoints, principal: async () => by });
  const answers: Answer[] = [];
  for (const content of questions) {
    const { body } = await app.inject({
      ...{ method: "POST", url: "/functions/v1/platform-agent-chat" },
      payload: { messages: [{ role: "user", content }] },
    });
    answers.push({ asked: `chat: ${content}`, text: body });
  }
  await app.close();
  return answers;
};

const { fileOfPackage } = (await import(
  new URL("../../../bin/audit-verify.mjs", import.meta.url).href
)) as { fileOfPackage: (path: string, name: string) => Promise<Buffer> };

const unpacked = async (zip: Buffer): Promise<string> => {
  const path = join(mkdtempSync(join(tmpdir(), "package-")), "package.zip");
  writeFileSync(path, zip);
  const manifest = (await fileOfPackage(path, "manifest.json")).toString();
  const { files } = JSON.parse(manifest) as { files: { path: string }[] };
  const texts = [manifest];
  for (const { path: name } of files) texts.push((await fileOfPackage(path, name)).toString());
  return texts.join("\n");
};

// Everything in a package of the records, its files unpacked; a refusal where nobody takes one.
const packed = async (t: TestDatabase, by: Actor, ids: readonly string[]): Promise<Answer> => {
  const asked = "evidence package";
  const run = async (): Promise<string> => {
    const { id } = await t.database.transaction(by, (tx) =>
      askForPackage(tx, by, { title: "All of it", objectIds: [...ids] }),
    );
    const { sha256 } = await makePackage({
      ...{ app: t.app, actor: by, jobId: newId(), payload: { packageId: id } },
      progress: async () => {},
    } as JobRun<{ packageId: string }>);
    return unpacked(await buffer((await t.app.files.open(sha256!)).stream));
  };
  return run().then(
    (text) => ({ asked, text }),
    (error: unknown) => {
      if (error instanceof Problem) return { asked, text: error.message };
      throw error;
    },
  );
};

// What the stream of events says while something happens.
const heard = async (
  t: TestDatabase,
  by: Actor,
  happens: () => Promise<unknown>,
): Promise<Answer> => {
  const principal = async () => by;
  const endpoints = eventEndpoints(principal as never);
  const server = await buildApp({ ...t.app, endpoints, principal });
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const stop = new AbortController();
  const answer = await fetch(`${address}/api/v1/events`, { signal: stop.signal });
  let text = "";
  const reading = (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => {});
  await happens();
  await sleep(1500);
  stop.abort();
  await reading;
  stopEvents();
  await server.close();
  return { asked: "/api/v1/events", text };
};

/**
 * What somebody reads by the ways that no GET has: the interface's own description, the assistant, an
 * evidence package of `ids`, and the events while `happens` goes on.
 */
export const otherAnswers = async (
  t: TestDatabase,
  by: Actor,
  of: {
    ids: readonly string[];
    questions: readonly string[];
    happens: () => Promise<unknown>;
  },
): Promise<Answer[]> => [
  await described(t, by),
  ...(await told(t, by, of.questions)),
  await packed(t, by, of.ids),
  await heard(t, by, of.happens),
];
