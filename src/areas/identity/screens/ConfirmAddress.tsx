import { CircleCheckBig } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Session } from "#web/auth/session.ts";
import { messageOf } from "#web/kit/api.ts";
import { TextField } from "#web/kit/form/fields.tsx";
import { Spinner } from "#web/shell/Spinner.tsx";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { DemoMailLink } from "./DemoMailLink.tsx";
import { authRequest, enter } from "./authRequest.ts";

/** A button that mails the confirming link again, and what came of it. */
export function ResendOffer({ email }: { email: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setSaid(
      await authRequest<{ message: string }>("/resend", { type: "signup", email }).then(
        (answer) => answer.message,
        messageOf,
      ),
    );
    setBusy(false);
  };
  return (
    <div className="mt-2">
      <button type="button" className="btn btn-small" disabled={busy} onClick={() => void send()}>
        Send the link again
      </button>
      <p className="mt-2 text-13" role="status">
        {said}
      </p>
    </div>
  );
}

/** The page that a letter's link opens: uses the link once and goes on, or says why it cannot. */
export function ConfirmLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    authRequest<Session>("/verify", { type: "signup", token_hash: token })
      .then(enter)
      .then((to) => navigate(to, { replace: true }))
      .catch((error: unknown) => setFailure(messageOf(error)));
  }, [token, navigate]);
  if (failure)
    return (
      <AuthFrame
        title="The link does not work any more"
        lead={failure}
        foot={<Link to="/auth">Back to sign in</Link>}
      >
        <ResendForm />
      </AuthFrame>
    );
  return (
    <AuthFrame title="Confirming your address">
      <div role="status">
        <Spinner label="Confirming your address" />
      </div>
    </AuthFrame>
  );
}

function ResendForm() {
  const [said, setSaid] = useState<string | null>(null);
  const submit = async (values: { email: string }) =>
    setSaid(
      (await authRequest<{ message: string }>("/resend", { type: "signup", email: values.email }))
        .message,
    );
  if (said)
    return (
      <div className="notice tone-success" role="status">
        <CircleCheckBig aria-hidden="true" />
        <p>{said}</p>
      </div>
    );
  return (
    <AuthForm<{ email: string }>
      defaultValues={{ email: "" }}
      submitLabel="Send the link"
      onSubmit={submit}
    >
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        hint="The address that you signed up with."
        required
      />
    </AuthForm>
  );
}

/** /auth/confirm and /verify-email: with a link's token confirms; without, offers a new link. */
export default function ConfirmAddress() {
  const [search] = useSearchParams();
  const { user } = useAuth();
  const token = search.get("token_hash");
  if (token) return <ConfirmLink token={token} />;
  if (user?.email_confirmed_at)
    return (
      <AuthFrame title="Your address is confirmed" lead={user.email}>
        <Link className="btn btn-primary" to="/dashboard">
          Go to the dashboard
        </Link>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Check your mail"
      lead="Press the link in our letter to confirm your address. It works for 24 hours. No letter? Look in the spam folder, or have it sent again."
      foot={<Link to="/auth">Back to sign in</Link>}
    >
      <DemoMailLink />
      <ResendForm />
    </AuthFrame>
  );
}
