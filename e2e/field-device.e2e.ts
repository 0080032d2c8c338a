// What a phone itself may do to what was recorded: no room, a cleared store, a newer app, a forgotten
// passphrase, a slow processor. None of it loses anything without a word.
import { createServer, request as ask, type Server } from "node:http";
import type { CDPSession, Page } from "playwright";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "./data.ts";
import {
  allSent,
  enrolOn,
  heldOf,
  openField,
  passphrase,
  save,
  session,
  signInOn,
  storeOf,
  tab,
  tellRequest,
} from "./field-steps.ts";
import { Line } from "./line.ts";
import { looks } from "./looks.ts";
import { password, url } from "./people.ts";
import { Phone } from "./phone.ts";

let line: Line;
let phone: Phone;
let newer: Server | null = null;

beforeEach(async () => {
  line = new Line(await freePort(), Number(new URL(url).port));
  await line.open();
  phone = new Phone(line.url);
});
afterEach(async () => {
  await phone.end();
  await line.close();
  newer?.close();
  newer = null;
});

const enrolled = async (name: string): Promise<Page> => {
  const page = await phone.on();
  await signInOn(page, line.url, name);
  await enrolOn(page, line.url);
  return page;
};
const devtools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

const anotherRequest = async (page: Page, words: string): Promise<void> => {
  await tab(page, "Capture");
  await page.getByRole("link", { name: "New service request" }).click();
  await tellRequest(page, words);
};

const noise = async (side: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: side, height: side, channels: 3 as const, background: "gray" },
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 100 })
    .toBuffer();

test(
  "no room for a photo: it is refused in a sentence, and what was typed is saved in what is reserved for it, and applied",
  { repeats: 2, retry: 0 },
  async () => {
    const page = await enrolled("receiver");
    await line.set("refuse");
    await openField(page, line.url, "capture&kind=service_request");
    await tellRequest(page, "The bridge rail is bent");
    const used = async () => (await page.evaluate(() => navigator.storage.estimate())).usage!;
    const cdp = await devtools(page);
    const roomFor = async (bytes: number) => {
      await cdp.send("Storage.overrideQuotaForOrigin", {
        ...{ origin: line.url, quotaSize: Math.max(0, (await used()) + bytes) },
      });
      // Chromium's IndexedDB remembers the room that it was given for half a minute.
      await new Promise((resolve) => setTimeout(resolve, 31_000));
    };
    await roomFor(300_000);
    const photo = { name: "rail.jpg", mimeType: "image/jpeg", buffer: await noise(1200) };
    expect(photo.buffer.length).toBeGreaterThan(1024 * 1024);
    await page.locator('input[type="file"]').first().setInputFiles(photo);
    await page
      .getByRole("alert")
      .getByText("This device has no room for another photo. What you type is still saved.")
      .waitFor();
    expect(await looks(page, "no room")).toEqual([]);
    // Not a byte is left beside what is reserved for text.
    await roomFor(-4 * 1024 * 1024);
    await save(page);
    expect((await storeOf(page)).states).toEqual(["waiting"]);
    await line.set("through");
    await openField(page, line.url, "outbox");
    await allSent(phone);
    const receiver = await session(url, "receiver");
    const { device } = await storeOf(page);
    await expect
      .poll(async () => (await heldOf(receiver, device)).map(({ status }) => status))
      .toEqual(["applied"]);
  },
);

test("the site's data are cleared while more waits than a request carries: the number that never came is named, also where the device is enrolled anew", async () => {
  const page = await enrolled("receiver");
  await line.set("refuse");
  await openField(page, line.url, "capture&kind=service_request");
  for (let at = 1; at <= 51; at++) {
    if (at > 1) await anotherRequest(page, `Drain ${at} is blocked`);
    else await tellRequest(page, "Drain 1 is blocked");
    await save(page);
  }
  const { device, number } = await storeOf(page);
  expect(number).toBe(51);
  // The first request carries fifty and says that there are fifty-one; the line breaks behind it.
  let sent = 0;
  await page.route("**/api/v1/field/devices/*/captures", (route) =>
    ++sent > 1 ? route.abort() : route.continue(),
  );
  await line.set("through");
  await openField(page, line.url, "outbox");
  const receiver = await session(url, "receiver");
  await expect
    .poll(async () => (await heldOf(receiver, device)).length, { timeout: 90_000 })
    .toBe(50);
  const cdp = await devtools(page);
  await page.goto("about:blank");
  await cdp.send("Storage.clearDataForOrigin", { origin: line.url, storageTypes: "all" });
  const said = () =>
    receiver.get<{ told: string; missingNumbers: number[] }>(`/api/v1/field/devices/${device}`);
  expect(await said()).toMatchObject({
    ...{ told: expect.stringContaining("50 of 51, number 51 missing"), missingNumbers: [51] },
  });
  await page.unroute("**/api/v1/field/devices/*/captures");
  await signInOn(page, line.url, "receiver");
  await enrolOn(page, line.url);
  expect((await storeOf(page)).device).not.toBe(device);
  expect((await said()).missingNumbers).toEqual([51]);
});

const versionIn = (worker: string) => /VERSION = "([^"]+)"/.exec(worker)?.[1];

/** The server, but for a worker of another version; `parts`: whether the files of the app come too. */
const serveNewer = async (port: number, may: { parts: boolean }): Promise<void> => {
  const to = new URL(url);
  const server = createServer((from, answer) => {
    const { method, url: path } = from;
    const { "if-none-match": _tag, "if-modified-since": _since, ...rest } = from.headers;
    const headers = path === "/sw.js" ? { ...rest, "accept-encoding": "identity" } : from.headers;
    if (!may.parts && path !== "/sw.js") return void answer.destroy();
    const onward = ask(
      { ...{ host: to.hostname, port: to.port, method, path, headers } },
      (got) => {
        if (path !== "/sw.js") {
          answer.writeHead(got.statusCode!, got.headers);
          return void got.pipe(answer);
        }
        const parts: Buffer[] = [];
        got.on("data", (part: Buffer) => parts.push(part));
        got.on("end", () => {
          const text = Buffer.concat(parts).toString();
          const { "content-length": _, ...rest } = got.headers;
          answer.writeHead(got.statusCode!, rest);
          answer.end(text.replace(/VERSION = "[^"]+"/, 'VERSION = "newer-one"'));
        });
      },
    );
    onward.on("error", () => answer.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(port, done));
  newer = server;
};

const endNewer = async (): Promise<void> => {
  const server = newer!;
  newer = null;
  server.closeAllConnections();
  await new Promise<void>((done) => server.close(() => done()));
};

/**
 * Has the browser look for a newer worker, and waits until that one is in charge of the page. The older
 * one is ended, as the system ends one that has nothing to do: what steers this browser keeps it up,
 * and the newer one would wait for minutes.
 */
const takeNewer = async (page: Page): Promise<void> => {
  const cdp = await devtools(page);
  await cdp.send("ServiceWorker.enable");
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener("controllerchange", () => {
      document.documentElement.dataset.newer = "true";
    });
    await (await serviceWorker.getRegistration())!.update();
  });
  const taken = async () => {
    await cdp.send("ServiceWorker.stopAllWorkers");
    return page.evaluate(() => document.documentElement.dataset.newer);
  };
  await expect.poll(taken, { timeout: 60_000, interval: 1_000 }).toBe("true");
};

const keptByNewer = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const kept = await caches.open("levee-newer-one");
    return (await kept.match("/__warm")) !== undefined;
  });

test("a newer worker takes over while items wait: none is lost, and the app opens without a line, before the newer one is whole and behind it", async () => {
  const page = await enrolled("receiver");
  await line.set("refuse");
  await openField(page, line.url, "capture&kind=service_request");
  for (const words of ["Shoulder gone", "Sign down"]) {
    if (words !== "Shoulder gone") await anotherRequest(page, words);
    else await tellRequest(page, words);
    await save(page);
  }
  const before = await storeOf(page);
  const was = versionIn(await (await fetch(`${url}/sw.js`)).text());
  expect(was).not.toBe("newer-one");
  const waits = { number: 2, hash: before.hash, states: ["waiting", "waiting"] };
  // No sender runs: the store is locked, the page is another one.
  await page.goto(`${line.url}/mobile-app`);
  const may = { parts: false };
  await serveNewer(line.port, may);
  await takeNewer(page);
  expect(await keptByNewer(page)).toBe(false);
  await endNewer();
  await phone.kill();
  // The line broke behind the worker: the app that was kept before opens.
  const between = await phone.on();
  await openField(between, line.url, "outbox");
  expect(await storeOf(between)).toMatchObject(waits);
  await between.goto(`${line.url}/mobile-app`);
  await between.getByLabel("Passphrase of this device").waitFor();
  may.parts = true;
  await serveNewer(line.port, may);
  await expect.poll(() => keptByNewer(between), { timeout: 90_000, interval: 1_000 }).toBe(true);
  await endNewer();
  await phone.kill();
  const again = await phone.on();
  await openField(again, line.url, "outbox");
  expect(await storeOf(again)).toMatchObject(waits);
  await line.set("through");
  await allSent(phone);
  const receiver = await session(url, "receiver");
  await expect
    .poll(async () => (await heldOf(receiver, before.device)).map(({ status }) => status))
    .toEqual(["applied", "applied"]);
  expect(phone.faults).toEqual([]);
});

test("a passphrase that was forgotten loses nothing: its owner proves who they are, sets another, and what waited is sent", async () => {
  const page = await enrolled("receiver");
  await page.route("**/api/v1/field/devices/*/captures", (route) => route.abort());
  await openField(page, line.url, "capture&kind=service_request");
  await tellRequest(page, "The gauge is under water");
  await save(page);
  const before = await storeOf(page);
  await page.goto(`${line.url}/mobile-field-operations?tab=outbox`);
  await page.getByLabel("Passphrase of this device").fill("seven dry maps");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("This is not the passphrase of this device.").first().waitFor();
  await page.getByRole("button", { name: "I forgot the passphrase" }).click();
  await page.getByLabel("New passphrase").fill("eight dry maps");
  await page.getByRole("button", { name: "Set the passphrase" }).click();
  const proof = page.getByLabel("Your password");
  const opened = page
    .getByText("The gauge is under water")
    .or(page.getByText("New service request"));
  await proof.or(opened).first().waitFor();
  if (await proof.count()) {
    await proof.fill(password);
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
  }
  await page.getByRole("heading", { name: "Waiting" }).waitFor();
  expect(await storeOf(page)).toMatchObject({ hash: before.hash, states: ["waiting"] });
  await page.unroute("**/api/v1/field/devices/*/captures");
  await page.getByRole("button", { name: "Send now" }).click();
  await allSent(phone);
  // The old passphrase opens nothing any more, the new one does.
  await page.reload();
  await page.getByLabel("Passphrase of this device").fill(passphrase);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("This is not the passphrase of this device.").first().waitFor();
  await openField(page, line.url, "outbox", "eight dry maps");
});

test("a passkey whose authenticator gives a key opens the store", async () => {
  // Passkeys are bound to the address of the server, so without the line between.
  await phone.end();
  phone = new Phone(url);
  const page = await phone.on();
  await signInOn(page, url, "engineer");
  const cdp = await devtools(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", ctap2Version: "ctap2_1", transport: "internal", hasPrf: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${url}/settings?tab=security`);
  await page.getByLabel("Name of the new passkey").fill("Phone key");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  const there = page.getByText("Phone key").first();
  await question.or(there).first().waitFor();
  if (await question.count()) {
    await question.getByLabel("Your password").fill(password);
    await question.getByRole("button", { name: "Confirm" }).click();
  }
  await there.waitFor();
  await page.goto(`${url}/mobile-app`);
  await page.getByLabel("Open it with a passkey too", { exact: false }).check();
  await enrolHere(page);
  await page.reload();
  await page.getByRole("button", { name: "Open with a passkey" }).click();
  await page.getByText("Your work came", { exact: true }).waitFor();
  // Without its authenticator the passphrase opens it still.
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.reload();
  await page.getByRole("button", { name: "Open with a passkey" }).click();
  await page.getByText("The passkey did not open it. Use the passphrase.").waitFor();
  await openField(page, url);
});

const enrolHere = async (page: Page): Promise<void> => {
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByLabel("Passphrase again").fill(passphrase);
  await page.getByRole("button", { name: "Enroll this device" }).click();
  const proof = page.getByLabel("Your password");
  const came = page.getByText("Your work came", { exact: true });
  await proof.or(came).first().waitFor({ timeout: 60_000 });
  if (await proof.count()) {
    await proof.fill(password);
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
  }
  await came.waitFor({ timeout: 60_000 });
};

/** What the worker of the app writes to its console, and violations that it reports, from now on and before. */
const workerSaid = async (page: Page): Promise<{ text: string }[]> => {
  const found: { text: string }[] = [];
  const browser = await page.context().browser()!.newBrowserCDPSession();
  const { targetInfos } = await browser.send("Target.getTargets");
  const worker = targetInfos.find(({ type }) => type === "service_worker")!;
  expect(worker.url).toBe(`${line.url}/sw.js`);
  const { sessionId } = await browser.send("Target.attachToTarget", {
    ...{ targetId: worker.targetId, flatten: false },
  });
  browser.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { method, params } = JSON.parse(message) as {
      method?: string;
      params: { entry?: { text: string; level: string }; exceptionDetails?: { text: string } };
    };
    if (method === "Log.entryAdded" && params.entry!.level === "error")
      found.push({ text: params.entry!.text });
    if (method === "Runtime.exceptionThrown") found.push({ text: params.exceptionDetails!.text });
  });
  for (const [id, method] of ["Log.enable", "Runtime.enable"].entries())
    await browser.send("Target.sendMessageToTarget", {
      ...{ sessionId, message: JSON.stringify({ id: id + 1, method, params: {} }) },
    });
  return found;
};

test("the app can be installed; no screen of it and not its worker breaks a policy, in both themes at 360 px", async () => {
  const page = await enrolled("receiver");
  const cdp = await devtools(page);
  await page.goto(`${line.url}/mobile-app`);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const said = await workerSaid(page);
  const served = await fetch(`${url}/sw.js`);
  expect(served.headers.get("content-security-policy")).toBe(
    "default-src 'none'; connect-src 'self'",
  );
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`Content Security Policy ${violatedDirective} ${blockedURI}`),
    );
  });
  await page.setViewportSize({ width: 360, height: 780 });
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => localStorage.setItem("levee.theme", name), theme);
    await page.goto(`${line.url}/mobile-app`);
    await page.getByLabel("Passphrase of this device").waitFor();
    expect(await looks(page, `locked, ${theme}`)).toEqual([]);
    await openField(page, line.url);
    await page.locator("a.field-line").first().waitFor();
    expect(await looks(page, `today, ${theme}`)).toEqual([]);
    await page.locator("a.field-line").first().click();
    await page.getByRole("button", { name: "Save on this device" }).first().waitFor();
    expect(await looks(page, `a form, ${theme}`)).toEqual([]);
    for (const name of ["Capture", "Outbox"] as const) {
      await tab(page, name);
      expect(await looks(page, `${name}, ${theme}`)).toEqual([]);
    }
  }
  await line.set("hang");
  await page.reload();
  await page.getByLabel("Passphrase of this device").waitFor();
  expect(said).toEqual([]);
  expect(phone.faults).toEqual([]);
});

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;

test("saved within 100 ms at the 95th percentile at a quarter of the processor", async () => {
  const page = await enrolled("receiver");
  await line.set("refuse");
  await openField(page, line.url, "capture&kind=service_request");
  const cdp = await devtools(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  for (let at = 1; at <= 40; at++) {
    if (at > 1) await anotherRequest(page, `Manhole ${at} stands open`);
    else await tellRequest(page, "Manhole 1 stands open");
    await save(page);
  }
  const took = await page.evaluate(() =>
    performance.getEntriesByName("levee.field.saved").map(({ duration }) => duration),
  );
  expect(took).toHaveLength(40);
  const [half, most] = [quantile(took, 0.5), quantile(took, 0.95)];
  console.log(
    `saved at a quarter of the processor: p50 ${half.toFixed(1)} ms, p95 ${most.toFixed(1)} ms of 40`,
  );
  expect(most).toBeLessThanOrEqual(100);
});
