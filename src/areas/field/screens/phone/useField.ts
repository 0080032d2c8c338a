import { useSyncExternalStore } from "react";
import { fieldNow, subscribeField, type FieldNow } from "../../store/state.ts";

/** The field of this browser as it is now; begins to read it. */
export const useField = (): FieldNow => useSyncExternalStore(subscribeField, fieldNow, fieldNow);
