import { counted } from "#kernel/words.ts";
import { isEnrolledHere } from "./flag.ts";

/** What whoever signs out is told of what waits on the device; null where nothing does. */
export const leavingSaid = (waiting: number, foreign: boolean): string | null => {
  if (waiting === 0) return null;
  const wait = waiting === 1 ? "waits" : "wait";
  return foreign
    ? `${counted(waiting, "item")} of somebody else ${wait} on this device.`
    : `${counted(waiting, "item")} ${wait} on this device. Sign in here again to send ${waiting === 1 ? "it" : "them"}.`;
};

/**
 * Locks the store of this browser, for somebody who signs out, and gives what to tell them: how many
 * items wait here. Null where nothing does. Loads the store only where a device is enrolled.
 */
export const beforeSigningOut = async (): Promise<string | null> => {
  if (!isEnrolledHere()) return null;
  const { fieldNow, lockField, readField } = await import("./state.ts");
  await readField();
  const { waiting, foreign } = fieldNow();
  lockField();
  return leavingSaid(waiting, foreign);
};
