// The sender of this browser: one window sends at a time, while the app is open.
import { currentSession, subscribeSession } from "#web/auth/session.ts";
import { ApiProblem, messageOf } from "#web/kit/api.ts";
import { hearChanges, type Change } from "#web/kit/realtime.ts";
import { forgetDevice } from "./open.ts";
import { bringPacket, dropPacket } from "./packet.ts";
import { contact } from "./sender.ts";
import { isUnsettled, lookEveryMs, waitAfter } from "./sender.model.ts";
import { fieldDb, fieldNow, keepStanding, readField, readItems, setField } from "./state.ts";

const packetEveryMs = 10 * 60_000;

let faults = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let running = false;
let again = false;
let broughtAt = 0;

const alone = (work: () => Promise<void>): Promise<void> =>
  "locks" in navigator
    ? navigator.locks.request("levee.field.sender", { ifAvailable: true }, async (lock) => {
        if (lock) await work();
      })
    : work();

const heard = async (standing: string): Promise<void> => {
  const { open } = fieldNow();
  await keepStanding(standing);
  if (!open || standing === "active" || standing === "enrolled") return;
  if (standing === "erased") await forgetDevice(fieldDb());
  else await dropPacket(open);
  await readField(true);
  await readItems();
};

const exchange = async (withPacket: boolean): Promise<void> => {
  const { open } = fieldNow();
  if (!open) return;
  setField({ sending: { is: "sending" } });
  const told = await contact(open);
  setField({ missing: told.missing });
  await heard(told.deviceState);
  const works = told.deviceState === "active" || told.deviceState === "enrolled";
  if (works && (withPacket || Date.now() - broughtAt > packetEveryMs)) {
    await heard(await bringPacket(open));
    broughtAt = Date.now();
    await readField(true);
    await readItems();
  }
  await readField(true);
};

const failed = (error: unknown): void => {
  faults += 1;
  const status = error instanceof ApiProblem ? error.status : 0;
  const nextAt = Date.now() + waitAfter(faults);
  if (status === 401) setField({ sending: { is: "signIn" } });
  else if (status >= 400 && status < 500 && status !== 429)
    setField({ sending: { is: "refused", why: messageOf(error) } });
  else setField({ sending: { is: "offline", nextAt } });
};

const plan = (ms: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => void sendNow(), ms);
};

const run = async (withPacket: boolean): Promise<void> => {
  try {
    await exchange(withPacket);
    faults = 0;
    setField({ sending: { is: "idle" } });
  } catch (error) {
    failed(error);
    await readField(true);
  }
};

/**
 * Sends what waits, if the store is open and its owner is signed in; asked while it sends, once more
 * behind that. `withPacket`: brings the packet too, whenever it came last.
 */
export const sendNow = async (withPacket = false): Promise<void> => {
  const { open, foreign } = fieldNow();
  if (!open || foreign) return;
  if (!currentSession()) return setField({ sending: { is: "signIn" } });
  if (running) {
    again = true;
    return;
  }
  running = true;
  clearTimeout(timer);
  try {
    await alone(() => run(withPacket));
  } finally {
    running = false;
  }
  if (again) {
    again = false;
    return sendNow();
  }
  if (faults > 0) plan(waitAfter(faults));
  else if (fieldNow().waiting > 0) plan(lookEveryMs);
};

const comeBack = (): void => {
  faults = 0;
  void sendNow(true);
};

const deviceSteps = new Set(
  ["lock", "unlock", "revoke", "erase"].map((step) => `fieldDevice.${step}`),
);

const ofOwn = ({ topic, objectId }: Change): boolean => {
  const { device, outbox } = fieldNow();
  if (deviceSteps.has(topic)) return objectId === device?.device;
  return (
    topic.startsWith("fieldCapture.") &&
    outbox.some(({ row, reply }) => reply?.id === objectId && isUnsettled(row.state))
  );
};

let started = false;

/**
 * Begins to send: now, when the page is seen again, when there is a line, when somebody signs in, and
 * when the server announces a change of this device or of a capture that it had not settled.
 */
export const startSending = (): void => {
  if (!started) {
    started = true;
    window.addEventListener("online", comeBack);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void sendNow();
    });
    hearChanges((change) => {
      if (ofOwn(change)) void sendNow();
    });
    let before = currentSession()?.user.id;
    subscribeSession(() => {
      const user = currentSession()?.user.id;
      if (user && user !== before) setTimeout(comeBack, 0);
      before = user;
    });
  }
  comeBack();
};
