import { useEffect } from "react";
import { useAuth } from "../auth/AuthProvider.tsx";

const id = "agency-look";

/** The colours of the agency that the person works in, as a stylesheet over the product's. */
export const useAgencyLook = (): void => {
  const { me } = useAuth();
  const href = me?.org?.look ? `/branding/${me.org.id}/${me.org.look.number}/colors.css` : null;
  useEffect(() => {
    const before = document.getElementById(id);
    if (before?.getAttribute("href") === href) return;
    if (!href) return before?.remove();
    const link = document.createElement("link");
    link.id = id;
    link.rel = "stylesheet";
    link.href = href;
    // What stood before goes once the new one is there: nothing flashes between them.
    link.addEventListener("load", () => before?.remove(), { once: true });
    document.head.append(link);
  }, [href]);
};
