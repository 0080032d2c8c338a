import { useNavigate } from "react-router";
import { pageAt } from "#areas.ts";

/** Public pages are documents of their own, without React. */
export const isDocument = (to: string): boolean =>
  pageAt(to.split(/[?#]/)[0] ?? to)?.access === "public";

/** How long a message can be read before the app is left for a document. */
const readMs = 700;

/**
 * Goes to an address of this site: inside the app where it is a screen, by loading it where it is a
 * public page.
 */
export const useGo = (): ((to: string, after?: { message: boolean }) => void) => {
  const navigate = useNavigate();
  return (to, after) => {
    if (!isDocument(to)) void navigate(to);
    else if (after?.message) setTimeout(() => window.location.assign(to), readMs);
    else window.location.assign(to);
  };
};
