import { Info, MailWarning } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { endedBecause, subscribeSession, type Session } from "#web/auth/session.ts";
import type { ApiProblem } from "#web/kit/api.ts";
import { TextField } from "#web/kit/form/fields.tsx";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { authRequest, enter, isSecondStep, type SecondStep } from "./authRequest.ts";
import { ConfirmLink, ResendOffer } from "./ConfirmAddress.tsx";
import { DemoPeople } from "./DemoPeople.tsx";
import { OtherWays, OutsideAnswer } from "./OtherWays.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { ProviderAnswer, ProviderOffer } from "./ProviderSignIn.tsx";
import { SignUp } from "./SignUp.tsx";

type Credentials = { email: string; password: string };

function PasswordStep({
  email,
  onSecondStep,
}: {
  email: string;
  onSecondStep: (step: SecondStep) => void;
}) {
  const navigate = useNavigate();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [chosen, setChosen] = useState(email);
  const submit = async (values: Credentials) => {
    setUnconfirmed(null);
    const answer = await authRequest<Session | SecondStep>("/token", {
      grant_type: "password",
      ...values,
    });
    if (isSecondStep(answer)) onSecondStep(answer);
    else void navigate(await enter(answer), { replace: true });
  };
  const refused = (problem: ApiProblem, values: Credentials) => {
    if (problem.code !== "email_not_confirmed") return false;
    setUnconfirmed(values.email);
    return true;
  };
  return (
    <>
      {unconfirmed && (
        <div className="notice tone-warning mb-5" role="alert">
          <MailWarning aria-hidden="true" />
          <div>
            <strong>Confirm your address first</strong>
            <p>We sent you a link when you signed up.</p>
            <ResendOffer email={unconfirmed} />
          </div>
        </div>
      )}
      <AuthForm<Credentials>
        key={chosen}
        defaultValues={{ email: chosen, password: "" }}
        submitLabel="Sign in"
        onSubmit={submit}
        onRefused={refused}
      >
        <TextField name="email" label="Email" type="email" autoComplete="username" required />
        <ProviderOffer />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <p className="-mt-2 text-14">
          <Link to="/request-reset">Forgot your password?</Link>
        </p>
      </AuthForm>
      <OtherWays />
      <DemoPeople onEmail={setChosen} onSecondStep={onSecondStep} />
    </>
  );
}

function CodeStep({ step, onBack }: { step: SecondStep; onBack: () => void }) {
  const navigate = useNavigate();
  const [backup, setBackup] = useState(false);
  const submit = async ({ code }: { code: string }) => {
    const session = await authRequest<Session>("/token", {
      grant_type: "mfa",
      mfa_token: step.mfa_token,
      code,
    });
    void navigate(await enter(session), { replace: true });
  };
  return (
    <AuthForm<{ code: string }>
      key={String(backup)}
      defaultValues={{ code: "" }}
      submitLabel="Continue"
      onSubmit={submit}
    >
      {backup ? (
        <TextField
          name="code"
          label="Backup code"
          hint="One of the ten codes that you kept when you set this up."
          autoComplete="off"
          required
        />
      ) : (
        <TextField
          name="code"
          label="Code"
          hint="Six digits from your authenticator app."
          autoComplete="one-time-code"
          required
        />
      )}
      <p className="-mt-2 flex flex-wrap gap-x-6 gap-y-2 text-14">
        <button
          type="button"
          className="text-link underline underline-offset-2"
          onClick={() => setBackup(!backup)}
        >
          {backup ? "Use the authenticator app" : "Use a backup code"}
        </button>
        <button type="button" className="text-link underline underline-offset-2" onClick={onBack}>
          Start again
        </button>
      </p>
    </AuthForm>
  );
}

function AlreadyIn() {
  const { user, session, signOut } = useAuth();
  if (!session) return null;
  return (
    <div className="notice tone-info mb-6">
      <Info aria-hidden="true" />
      <div>
        <strong>You are signed in</strong>
        <p>{user?.email}</p>
        <p className="mt-1 flex gap-4">
          <Link to="/dashboard">Go to the dashboard</Link>
          <button
            type="button"
            className="underline underline-offset-2"
            onClick={() => void signOut().catch(() => undefined)}
          >
            Sign out
          </button>
        </p>
      </div>
    </div>
  );
}

/** A message beside the page is gone with a reload: why everybody signs in again stays until then. */
function WhyAgain() {
  const why = useSyncExternalStore(subscribeSession, endedBecause, () => null);
  if (!why) return null;
  return (
    <div className="notice tone-info mb-6" role="status">
      <Info aria-hidden="true" />
      <p>{why}</p>
    </div>
  );
}

function Switch({ open }: { open: "sign-in" | "sign-up" }) {
  return (
    <nav className="tabs mb-6" aria-label="Sign in or sign up">
      <Link className="tab" to="?" replace aria-current={open === "sign-in" ? "page" : undefined}>
        Sign in
      </Link>
      <Link
        className="tab"
        to="?mode=sign-up"
        replace
        aria-current={open === "sign-up" ? "page" : undefined}
      >
        Sign up
      </Link>
    </nav>
  );
}

/**
 * /auth and /login: sign in, second step, sign up; `token_hash` with `type=signup` confirms an
 * address.
 */
export default function SignIn() {
  const [search] = useSearchParams();
  const [step, setStep] = useState<SecondStep | null>(null);
  const token = search.get("token_hash");
  if (token) return <ConfirmLink token={token} />;
  if (step)
    return (
      <AuthFrame title="Second step" lead="This account is protected by a second factor.">
        <CodeStep step={step} onBack={() => setStep(null)} />
      </AuthFrame>
    );
  const signUp = search.get("mode") === "sign-up";
  return (
    <AuthFrame
      title={signUp ? "Create your account" : "Sign in"}
      foot={
        <>
          Do you supply an agency? <Link to="/auth?mode=sign-up">Sign up</Link>, then register as a
          vendor.
        </>
      }
    >
      <OutsideAnswer onSecondStep={setStep} />
      <ProviderAnswer onSecondStep={setStep} />
      <WhyAgain />
      <AlreadyIn />
      <Switch open={signUp ? "sign-up" : "sign-in"} />
      {signUp ? (
        <SignUp />
      ) : (
        <PasswordStep email={search.get("email") ?? ""} onSecondStep={setStep} />
      )}
    </AuthFrame>
  );
}
