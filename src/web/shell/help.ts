import { notify } from "../kit/Toasts.tsx";

/** Opens the guide and says so (SPEC 2.6). */
export const openHelp = (go: (to: string, after: { message: boolean }) => void): void => {
  notify.info("Opening help documentation");
  go("/documentation", { message: true });
};
