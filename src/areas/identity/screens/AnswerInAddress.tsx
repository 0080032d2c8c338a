import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "#web/kit/api.ts";

/** Why nobody was signed in. */
export function NotSignedIn({ text }: { text: string }) {
  return (
    <div className="notice tone-danger mb-6" role="alert">
      <TriangleAlert aria-hidden="true" />
      <div>
        <strong>Not signed in</strong>
        <p>{text}</p>
      </div>
    </div>
  );
}

const inAddress = (name: string) =>
  typeof window === "undefined"
    ? null
    : new URLSearchParams(window.location.hash.slice(1)).get(name);

/**
 * The code with which somebody came back from a provider, behind the `#` of the address: `exchange`
 * is asked once, and the address forgets it.
 */
export const useAnswerInAddress = (name: string, exchange: (code: string) => Promise<unknown>) => {
  const [code] = useState(() => inAddress(name));
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (!code || asked.current) return;
    asked.current = true;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    exchange(code).catch((error: unknown) => setFailure(messageOf(error)));
  }, [code, exchange]);
  return { code, failure };
};
