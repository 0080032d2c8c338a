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
