/** Says how many items wait on this device, and keeps them; for whoever signs out. */
export { beforeSigningOut } from "./store/leaving.ts";
