const key = "levee.field";

/**
 * Whether a device of the field was enrolled in this browser. Says nothing of whose it is; read before
 * anything of the store is loaded.
 */
export const isEnrolledHere = (): boolean => {
  try {
    return typeof window !== "undefined" && localStorage.getItem(key) === "enrolled";
  } catch {
    return false;
  }
};

/** Notes that a device is enrolled here, or is not any more. */
export const noteEnrolled = (enrolled: boolean): void => {
  try {
    if (enrolled) localStorage.setItem(key, "enrolled");
    else localStorage.removeItem(key);
  } catch {
    /* storage refused: then there is no store of the field either */
  }
};

/**
 * The same, asked of the store itself where the note is not there: browsers write local storage late, and
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
