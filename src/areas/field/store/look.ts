import { isEnrolledHere } from "./flag.ts";

/**
 * Whether a device is enrolled here, asked of the store itself where the note is not there: browsers write local storage late, and
 * a device whose power went may have lost it. Loads the store only where there is one.
 */
export const lookForDevice = async (): Promise<boolean> => {
  if (isEnrolledHere()) return true;
  const stores = (await globalThis.indexedDB?.databases?.().catch(() => null)) ?? [];
  if (!stores.some(({ name }) => name === "levee.field")) return false;
  const { fieldNow, readField } = await import("./state.ts");
  await readField();
  return fieldNow().device !== null;
};
