import { CircleCheckBig } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { setSession } from "#web/auth/session.ts";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { authRequest } from "./authRequest.ts";
import { PasswordField, PasswordRules } from "./PasswordField.tsx";

const rules = rulesOnDemand<{ password: string }>(
  async () => (await import("./authRules.ts")).resetRules,
);

/** /reset-password: the link of the letter sets a new password; every session ends. */
export default function ResetPassword() {
  const [search] = useSearchParams();
  const [done, setDone] = useState(false);
  const token = search.get("token_hash");
  const submit = async ({ password }: { password: string }) => {
    await authRequest("/verify", { type: "recovery", token_hash: token, password });
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
      <AuthFrame title="Your password is changed" lead="You were signed out everywhere.">
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
      lead="All your devices will be signed out."
      foot={<Link to="/request-reset">Ask for a new link</Link>}
    >
      <AuthForm<{ password: string }>
        defaultValues={{ password: "" }}
        resolver={rules}
        submitLabel="Change password"
        onSubmit={submit}
      >
        <PasswordField name="password" label="New password" autoComplete="new-password" />
        <PasswordRules />
      </AuthForm>
    </AuthFrame>
  );
}
