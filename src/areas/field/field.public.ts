export { isEnrolledHere } from "./store/flag.ts";
export { lookForDevice } from "./store/look.ts";

/** The addresses that open without a session on a device that is enrolled. */
export const fieldAddresses: readonly string[] = ["/mobile-app", "/mobile-field-operations"];
