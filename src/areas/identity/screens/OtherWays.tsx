import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Session } from "#web/auth/session.ts";
import { api, messageOf } from "#web/kit/api.ts";
import { Spinner } from "#web/shell/Spinner.tsx";
import { NotSignedIn, useAnswerInAddress } from "./AnswerInAddress.tsx";
import { authRequest, enter, isSecondStep, type SecondStep } from "./authRequest.ts";

type Settings = { google: boolean; passkeys: boolean; demo: boolean };

const failures: Readonly<Record<string, string>> = {
  access_denied: "You left Google's page without signing in.",
  email_not_verified:
    "The Google account has no confirmed e-mail address. Confirm it there, or sign in with a password.",
  oauth_expired: "The sign-in took too long, or was begun in another browser. Start again.",
};
const providerFailed =
  "Google's answer could not be checked. Try again, or sign in with a password.";

/**
 * What came back from Google: exchanges the code that stands in the address once, or says what went
 * wrong.
 */
export function OutsideAnswer({ onSecondStep }: { onSecondStep: (step: SecondStep) => void }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { code, failure } = useAnswerInAddress("oauth_code", async (given) => {
    const answer = await authRequest<Session | SecondStep>("/token", {
      grant_type: "oauth_code",
      code: given,
    });
    if (isSecondStep(answer)) onSecondStep(answer);
    else void navigate(await enter(answer), { replace: true });
  });
  const reason = search.get("oauth_error");
  if (failure) return <NotSignedIn text={failure} />;
  if (reason) return <NotSignedIn text={failures[reason] ?? providerFailed} />;
  return code ? (
    <div className="mb-6" role="status">
      <Spinner label="Signing in" />
    </div>
  ) : null;
}

function PasskeyButton() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const answer = await startAuthentication({
        optionsJSON: await authRequest("/passkeys/question", {}),
      });
      void navigate(
        await enter(await authRequest<Session>("/token", { grant_type: "passkey", answer })),
        { replace: true },
      );
    } catch (error) {
      setFailure(
        error instanceof Error && error.name === "NotAllowedError"
          ? "No passkey was used. Try again, or sign in with your password."
          : messageOf(error),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="btn !h-11 w-full !text-16"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) void run();
        }}
      >
        <KeyRound aria-hidden="true" />
        Sign in with a passkey
      </button>
      <p className="text-14 text-danger" role="status">
        {failure}
      </p>
    </>
  );
}

/** Google, when the server is set up for it, and passkeys, when the browser knows them. */
export function OtherWays() {
  const settings = useQuery({
    queryKey: ["auth-settings"],
    queryFn: ({ signal }) => api<Settings>("/auth/v1/settings", { signal }),
  }).data;
  const passkeys = typeof window !== "undefined" && "PublicKeyCredential" in window;
  if (!settings || (!settings.google && !passkeys)) return null;
  return (
    <div className="mt-6 grid gap-3 border-t border-hair pt-6">
      {settings.google && (
        <a className="btn !h-11 w-full !text-16" href="/auth/v1/authorize?provider=google">
          Continue with Google
        </a>
      )}
      {passkeys && settings.passkeys && <PasskeyButton />}
    </div>
  );
}
