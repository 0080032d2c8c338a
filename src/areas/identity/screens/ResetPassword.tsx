import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { setSession } from "#web/auth/session.ts";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { authRequest } from "./authRequest.ts";
import { KeepChoices, nothingChosen } from "./KeepChoices.tsx";
import { PasswordField, PasswordRules } from "./PasswordField.tsx";
import type { WaysIn } from "../ways.model.ts";

const rules = rulesOnDemand<Fields>(async () => (await import("./authRules.ts")).resetRules);

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

type Fields = { password: string; keep: { passkeys: string[]; sessions: string[] } };

/**
 * /reset-password: the link of the letter sets a new password. Sessions and passkeys go, except those
 * that the person keeps.
 */
export default function ResetPassword() {
  const [search] = useSearchParams();
  const [done, setDone] = useState(false);
  const token = search.get("token_hash");
  const ways = useQuery({
    queryKey: ["recovery", token],
    queryFn: () => authRequest<WaysIn>("/recovery", { token_hash: token }),
    enabled: token !== null && !done,
    retry: false,
  }).data;
  const submit = async ({ password, keep }: Fields) => {
    await authRequest("/verify", { type: "recovery", token_hash: token, password, keep });
    setSession(null);
    setDone(true);
  };
  if (!token)
    return (
      <AuthFrame title="Choose a new password" lead="This page opens from the link in our letter.">
        <Link className="btn btn-primary" to="/request-reset">
          Mail me a link
        </Link>
      </AuthFrame>
    );
  if (done)
    return (
      <AuthFrame
        title="Your password is changed"
        lead="You were signed out, and passkeys that you did not keep were removed."
      >
        <p className="notice tone-success mb-6" role="status">
          <CircleCheckBig aria-hidden="true" />
          Sign in with the new password.
        </p>
        <Link className="btn btn-primary" to="/auth">
          Sign in
        </Link>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Choose a new password"
      lead="Your devices will be signed out and your passkeys removed, except what you keep."
      foot={<Link to="/request-reset">Ask for a new link</Link>}
    >
      <AuthForm<Fields>
        defaultValues={{ password: "", keep: nothingChosen }}
        resolver={rules}
        submitLabel="Change password"
        onSubmit={submit}
      >
        <PasswordField name="password" label="New password" autoComplete="new-password" />
        <PasswordRules />
        {ways && <KeepChoices name="keep" ways={ways} timeZone={browserZone()} />}
      </AuthForm>
    </AuthFrame>
  );
}
