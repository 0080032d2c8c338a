// A crew records where there is no line: nothing is lost, doubled or silently overwritten.
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "./data.ts";
import { provePackage } from "./field-evidence.ts";
import {
  allSent,
  enrolOn,
  heldOf,
  openField,
  save,
  session,
  signInOn,
  storeOf,
  tab,
  tellRequest,
  type Captured,
  type Session,
} from "./field-steps.ts";
import { Line } from "./line.ts";
import { looks } from "./looks.ts";
import { url } from "./people.ts";
import { Phone } from "./phone.ts";

let line: Line;
let phone: Phone;

beforeEach(async () => {
  line = new Line(await freePort(), Number(new URL(url).port));
  await line.open();
  phone = new Phone(line.url);
});
afterEach(async () => {
  await phone.end();
  await line.close();
});

const enrolled = async (name: string): Promise<Page> => {
  const page = await phone.on();
  await signInOn(page, line.url, name);
  await enrolOn(page, line.url);
  return page;
};

const item = (key: string, label: string, kind: string, more: object = {}) => ({
  ...{ key, section: "Pump", label, help: "", kind, required: true, unit: "" },
  ...{ least: null, most: null, options: [], failing: [] },
  onFail: { workOrder: null, takeOut: false, photo: false },
  ...more,
});

/** An inspection of a pump that is given to somebody; its number. */
const inspectionFor = async (admin: Session, personId: string): Promise<string> => {
  const list = await admin.post<{ id: string; definitionId: string; version: number }>(
    "/api/v1/inspection-checklists",
    {
      name: `Flood pump ${crypto.randomUUID().slice(0, 8)}`,
      about: "",
      citation: "County practice",
      certificates: [],
      items: [
        item("seal", "Seals hold", "check", {
          onFail: { workOrder: null, takeOut: false, photo: true },
        }),
        item("oil", "Oil level", "number", { unit: "in", least: 2, most: 4 }),
      ],
    },
  );
  await admin.post(`/api/v1/inspection-checklists/${list.id}/actions/publish`, {}, list.version);
  const made = await admin.post<{ number: string }>("/api/v1/inspections", {
    ...{ checklistId: list.definitionId, title: "Flood pump at the yard", assignedTo: personId },
  });
  return made.number;
};

const picture = async () => {
  const buffer = await sharp({
    create: { width: 640, height: 480, channels: 3, background: { r: 90, g: 120, b: 60 } },
  })
    .composite([{ input: Buffer.from(`<svg><text y="40">${crypto.randomUUID()}</text></svg>`) }])
    .jpeg()
    .toBuffer();
  return { name: "seal.jpg", mimeType: "image/jpeg", buffer };
};
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const openWork = (page: Page, title: RegExp) =>
  page.getByRole("link", { name: title }).first().click();

/** An inspection that fails, with its photo. */
const inspect = async (page: Page, number: string, photo: Awaited<ReturnType<typeof picture>>) => {
  await openWork(page, new RegExp(number));
  await page.getByRole("radio", { name: "Fail", exact: true }).check();
  await page.getByLabel("Oil level").fill("3");
  await page.locator('input[type="file"]').first().setInputFiles(photo);
  await page.getByText(photo.name).first().waitFor();
  await page.getByLabel("What is wrong: Seals hold").fill("The seal drips at the flange");
  await page.getByRole("button", { name: "Continue" }).click();
  await save(page);
};

/** One of the order's first line came. */
const receive = async (page: Page): Promise<void> => {
  await openWork(page, /^PO-/);
  await page.getByLabel("Came now").first().fill("1");
  await save(page);
};

/** The whole lists of the day, once they stand there. */
const showAll = async (page: Page): Promise<void> => {
  await page.getByRole("link", { name: "Capture", exact: true }).waitFor();
  await page.locator("a.field-line").first().waitFor();
  const more = page.getByRole("button", { name: /^Show all/ });
  while (await more.count()) await more.first().click();
};

/** A request is begun and closed, one capture behind the other. */
const closeRequest = async (page: Page): Promise<string> => {
  await showAll(page);
  const link = page.getByRole("link", { name: /^SR-/ }).first();
  const number = /SR-\d+-\d+/.exec(await link.innerText())![0];
  await link.click();
  const start = page.getByRole("radio", { name: "Start work" });
  await start
    .or(page.getByRole("radio", { name: "Close it" }))
    .first()
    .waitFor();
  if (await start.count()) {
    await start.check();
    await save(page);
    await tab(page, "Today");
    await showAll(page);
    await openWork(page, new RegExp(number));
  }
  await page.getByRole("radio", { name: "Close it" }).check();
  await page.getByLabel("What was done").fill("The hole is filled and rolled");
  await save(page);
  return number;
};

test("a cold start without a line: an inspection that fails with its photo, a partial receipt, a request closed; the power goes; with the line each is applied once, hashes equal", async () => {
  const admin = await session(url, "admin");
  const receiver = await session(url, "receiver");
  const { person } = await receiver.get<{ person: { id: string } }>("/api/v1/me");
  const number = await inspectionFor(admin, person.id);
  await enrolled("receiver");
  await phone.kill();

  await line.set("refuse");
  const page = await phone.on();
  await openField(page, line.url);
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor();
  const photo = await picture();
  await inspect(page, number, photo);
  await tab(page, "Today");
  await receive(page);
  await tab(page, "Today");
  const request = await closeRequest(page);
  const before = await storeOf(page);
  expect(before.number).toBeGreaterThanOrEqual(3);
  expect(before.states.every((state) => state === "waiting")).toBe(true);
  expect(await looks(page, "outbox")).toEqual([]);

  await phone.kill();
  const again = await phone.on();
  await openField(again, line.url, "outbox");
  expect((await storeOf(again)).hash).toBe(before.hash);
  await line.set("through");
  await allSent(phone);
  await expect
    .poll(async () => (await heldOf(receiver, before.device)).map(({ status }) => status))
    .toEqual(Array.from({ length: before.number }, () => "applied"));
  const held = await heldOf(receiver, before.device);
  expect(held.map(({ captureNo }) => captureNo).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: before.number }, (_, at) => at + 1),
  );
  const last = held.find(({ captureNo }) => captureNo === before.number)!;
  const detail = await receiver.get<{ hash: string }>(`/api/v1/field/captures/${last.id}`);
  expect(detail.hash).toBe(before.hash);
  const auditor = await session(url, "auditor");
  await provePackage(
    auditor,
    held.map(({ appliedId }) => appliedId!),
    await hashesOf(receiver, held),
  );
  const inspected = held.find(({ kind }) => kind === "inspection")!;
  const { photos } = await receiver.get<{ photos: { sha256: string; fileId: string | null }[] }>(
    `/api/v1/field/captures/${inspected.id}`,
  );
  expect(photos).toMatchObject([{ sha256: hashOf(photo.buffer), fileId: expect.any(String) }]);
  expect(held.map(({ appliedNumber }) => appliedNumber)).toContain(request);
  expect(phone.faults).toEqual([]);
});

/** The hashes of captures as the server holds them. */
const hashesOf = async (who: Session, held: readonly Captured[]): Promise<string[]> =>
  (
    await Promise.all(
      held.map(({ id }) => who.get<{ hash: string }>(`/api/v1/field/captures/${id}`)),
    )
  ).map(({ hash }) => hash);

/** Lines that go wrong in every way, and one that is well. */
const moods = ["refuse", "hang", "cut", "swallow", "through"] as const;
const kills = Number(process.env.FIELD_KILLS ?? 50);

/** Opens the form of a new request, as often as the power goes. */
const begin = async (page: Page, words: string): Promise<void> => {
  await openField(page, line.url, "capture&kind=service_request");
  await tellRequest(page, words);
};

test(
  "the power goes at random moments of typing and sending, behind a line that refuses, hangs, cuts and swallows answers: whatever was saved is applied once, and no number is missing",
  { timeout: 3_000_000 },
  async () => {
    const receiver = await session(url, "receiver");
    await enrolled("receiver");
    const mark = crypto.randomUUID().slice(0, 8);
    const said: string[] = [];
    for (let at = 0; at < kills; at++) {
      await phone.kill();
      await line.set(moods[at % moods.length]!);
      const page = await phone.on();
      const words = `${mark} number ${at}`;
      await begin(page, words);
      // A third of the times while it is typed, a third around the commit, a third while it is sent.
      const moment = [0, 120, 2_500][at % 3]! * Math.random();
      if (at % 3 === 0) {
        await phone.kill();
        continue;
      }
      const pressed = page
        .getByRole("button", { name: "Save on this device" })
        .click({ noWaitAfter: true })
        .then(() => page.waitForURL(/tab=outbox/, { timeout: 3_000 }))
        .then(() => void said.push(words))
        .catch(() => undefined);
      await new Promise((done) => setTimeout(done, moment));
      await phone.kill();
      await pressed;
    }
    await line.set("through");
    const page = await phone.on();
    await openField(page, line.url, "outbox");
    await allSent(phone, 240_000);
    const { device, number, hash } = await storeOf(page);
    await expect
      .poll(
        async () => (await heldOf(receiver, device)).filter((c) => c.status === "applied").length,
        {
          timeout: 60_000,
        },
      )
      .toBe(number);
    const held = await heldOf(receiver, device);
    expect(held.map((c) => c.captureNo).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: number }, (_, n) => n + 1),
    );
    // One request for each capture, and one for each that the screen called saved.
    expect(new Set(held.map((c) => c.appliedNumber)).size).toBe(number);
    const told = await Promise.all(
      held.map((c) =>
        receiver.get<{ hash: string; before: string; values: { description: string } }>(
          `/api/v1/field/captures/${c.id}`,
        ),
      ),
    );
    // The chain of the server is the device's: each names the one before, the last is the store's.
    const chain = told
      .map((one, at) => ({ ...one, no: held[at]!.captureNo }))
      .toSorted((a, b) => a.no - b.no);
    expect(chain.map(({ before }) => before)).toEqual([
      "0".repeat(64),
      ...chain.slice(0, -1).map((one) => one.hash),
    ]);
    expect(chain.at(-1)!.hash).toBe(hash);
    const words = told.map(({ values }) => values.description);
    expect(new Set(words).size).toBe(number);
    expect(said.filter((one) => !words.includes(one))).toEqual([]);
    const fresh = await receiver.get<{ missing: number; highest: number }>(
      `/api/v1/field/devices/${device}`,
    );
    expect(fresh).toMatchObject({ missing: 0, highest: number });
    const bytes = await provePackage(
      await session(url, "auditor"),
      held.map(({ appliedId }) => appliedId!),
      told.map((one) => one.hash),
    );
    console.log(
      `${kills} kills: ${number} captures committed, ${said.length} of them shown as saved; ` +
        `their package of ${bytes} bytes holds`,
    );
    expect(number).toBeGreaterThanOrEqual(said.length);
  },
);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The files of a copied profile in which a text stands, in any of the ways in which browsers write. */
const holding = (profile: string, texts: readonly string[]): string[] => {
  const copy = mkdtempSync(join(tmpdir(), "levee-profile-"));
  cpSync(profile, copy, { recursive: true, filter: (from) => !/Singleton/.test(from) });
  const found = filesBelow(copy).filter((file) => {
    if (statSync(file).size > 200 * 1024 * 1024) return false;
    const bytes = readFileSync(file);
    return texts.some(
      (text) => bytes.includes(text) || bytes.includes(Buffer.from(text, "utf16le")),
    );
  });
  rmSync(copy, { recursive: true, force: true });
  return found.map((file) => file.slice(copy.length));
};

test("nine hours without a line: the session is over and work goes on; another person finds nothing; signing in sends all; no byte of it lies in the profile", async () => {
  const canary = `canary${crypto.randomUUID().slice(0, 8)}`;
  const page = await enrolled("receiver");
  await line.set("refuse");
  await page.clock.install();
  await openField(page, line.url, "capture&kind=service_request");
  await tellRequest(page, `${canary} before`);
  await save(page);
  await page.clock.fastForward("09:00:00");
  await page.getByLabel("Passphrase of this device").waitFor();
  await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();
  await page.getByLabel("Passphrase of this device").fill("seven wet maps");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await tab(page, "Capture");
  await page.getByRole("link", { name: "New service request" }).click();
  await tellRequest(page, `${canary} after`);
  await page.clock.runFor(2_000);
  await save(page);
  await page.getByRole("link", { name: "Sign in to send 2 items" }).waitFor();
  await phone.kill();
  expect(holding(phone.profile, [canary, "seven wet maps"])).toEqual([]);

  await line.set("through");
  const other = await phone.on();
  await signInOn(other, line.url, "crew1");
  await other.goto(`${line.url}/mobile-field-operations`);
  await other.getByText("2 items wait on it.", { exact: false }).waitFor();
  expect(await other.locator("main").innerText()).not.toContain(canary);
  expect(await looks(other, "another person")).toEqual([]);
  await other.getByRole("button", { name: "Account", exact: false }).first().click();
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await other.getByText("2 items of somebody else wait on this device.").waitFor();

  await signInOn(other, line.url, "receiver");
  await openField(other, line.url, "outbox");
  await allSent(phone);
  const { device, number } = await storeOf(other);
  const receiver = await session(url, "receiver");
  await expect
    .poll(async () => (await heldOf(receiver, device)).map(({ status }) => status))
    .toEqual(["applied", "applied"]);
  expect(number).toBe(2);
  expect(phone.faults).toEqual([]);
});
