// What a crew member does with the phone, and what the server holds of it.
import type { Page } from "playwright";
import { expect } from "vitest";
import { password } from "./people.ts";
import type { Phone } from "./phone.ts";

export const passphrase = "seven wet maps";
const field = "/mobile-field-operations";

/** Signs in through the screen. */
export const signInOn = async (page: Page, url: string, name: string): Promise<void> => {
  await page.goto(`${url}/auth`);
  await page.getByLabel("Email", { exact: false }).first().fill(`${name}@demo.levee.test`);
  await page.getByLabel("Password", { exact: false }).first().fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).last().click();
  await page.waitForURL((at) => !at.pathname.startsWith("/auth"));
};

/** Enrolls the phone, proves who it is, and waits until work came and the app is kept. */
export const enrolOn = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/mobile-app`);
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByLabel("Passphrase again").fill(passphrase);
  await page.getByRole("button", { name: "Enroll this device" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByText("Your work came", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByText("It opens without a line.").waitFor({ timeout: 90_000 });
};

/** Opens the field on a phone that was just turned on, with its passphrase. */
export const openField = async (
  page: Page,
  url: string,
  tab = "",
  words = passphrase,
): Promise<void> => {
  await page.goto(`${url}${field}${tab && `?tab=${tab}`}`);
  await page.getByLabel("Passphrase of this device").fill(words);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByLabel("Passphrase of this device").waitFor({ state: "detached" });
};

/** Saves what stands in the form, and waits until the outbox shows it. */
export const save = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Save on this device" }).click();
  await page.waitForURL(/tab=outbox/);
};

/** Opens the form of a new request and says what was seen. */
export const tellRequest = async (page: Page, words: string): Promise<void> => {
  await page.getByLabel("What it is about").selectOption({ index: 1 });
  await page.getByLabel("What you saw").fill(words);
  await page.getByLabel("Address or landmark", { exact: false }).fill("Mill Street 4");
};

/** Goes to a tab of the field. */
export const tab = (page: Page, name: "Today" | "Capture" | "Outbox") =>
  page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

/** What the store of the phone says of itself: its last number and hash, and what waits. */
export const storeOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{
        device: string;
        number: number;
        hash: string;
        known: number;
        states: string[];
      }>((done, fail) => {
        const asked = indexedDB.open("levee.field");
        asked.addEventListener("error", () => fail(asked.error ?? new Error("no store")));
        asked.addEventListener("success", () => {
          const tx = asked.result.transaction(["device", "captures"]);
          const device = tx.objectStore("device").get("device");
          const captures = tx.objectStore("captures").getAll();
          tx.addEventListener("complete", () => {
            asked.result.close();
            const {
              device: id,
              number,
              hash,
              known,
            } = device.result as {
              device: string;
              number: number;
              hash: string;
              known: number;
            };
            const states = (captures.result as { state: string }[]).map(({ state }) => state);
            done({ device: id, number, hash, known, states });
          });
        });
      }),
  );

export type Captured = {
  id: string;
  captureNo: number;
  status: string;
  kind: string;
  heldWhy: string;
  appliedType: string;
  appliedId: string | null;
  appliedNumber: string;
};

/** A session of the interface, for what the test looks at. */
export const session = async (url: string, name: string) => {
  const answer = await fetch(`${url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      email: `${name}@demo.levee.test`,
      password,
    }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const call = async <T>(
    method: string,
    path: string,
    body?: object,
    version?: number,
  ): Promise<T> => {
    const said = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        "content-type": "application/json",
        ...(method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() }),
        ...(version === undefined ? {} : { "if-match": `"${version}"` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await said.text();
    if (!said.ok) throw new Error(`${name}: ${method} ${path}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  };
  const bytes = async (path: string): Promise<Buffer> => {
    const said = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    if (!said.ok) throw new Error(`${name}: ${path}: ${said.status}`);
    return Buffer.from(await said.arrayBuffer());
  };
  return {
    bytes,
    get: <T>(path: string) => call<T>("GET", path),
    patch: <T>(path: string, body: object, version: number) =>
      call<T>("PATCH", path, body, version),
    post: <T>(path: string, body: object, version?: number) => call<T>("POST", path, body, version),
  };
};
export type Session = Awaited<ReturnType<typeof session>>;

/** Every capture that the server holds of a device. */
export const heldOf = async (who: Session, device: string): Promise<Captured[]> => {
  const found: Captured[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await who.get<{ items: Captured[]; total: number }>(
      `/api/v1/field/captures?deviceId=${device}&page=${page}&limit=500`,
    );
    found.push(...items);
    if (found.length >= total || items.length === 0) return found;
  }
};

/** Waits until the phone has nothing that waits. */
export const allSent = async (phone: Phone, timeout = 120_000): Promise<void> => {
  await expect
    .poll(
      async () => {
        const { states } = await storeOf(phone.page);
        return states.filter((state) => state === "waiting").length;
      },
      { timeout },
    )
    .toBe(0);
};
