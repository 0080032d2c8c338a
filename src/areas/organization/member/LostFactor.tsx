import { useState } from "react";
import { KeepChoices, nothingChosen } from "#areas/identity/identity.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { WaysIn } from "#areas/identity/identity.public.ts";
import type { MemberRow } from "./member.model.ts";

type Fields = { reason: string; keep: { passkeys: string[]; sessions: string[] } };

/**
 * For a member who lost phone and backup codes: takes the two-step sign-in off, with how it was
 * made sure that it is them.
 */
export function LostFactor({ member }: { member: MemberRow }) {
  const act = useMutationAction("members");
  const [asking, setAsking] = useState(false);
  const { timeZone } = useAgency();
  const ways = useGet<WaysIn>("members", `/api/v1/members/${member.id}/ways-in`, {
    enabled: asking,
  });
  const reset = async (body: Fields) => {
    await act.mutateAsync({
      path: `/api/v1/members/${member.id}/actions/reset-second-factor`,
      body,
    });
    notify.done(
      "Two-step sign-in is off",
      `${member.name} signs in with the password and sets it up anew.`,
    );
    setAsking(false);
  };
  return (
    <section className="mt-6 border-t border-hair pt-4" aria-label="Two-step sign-in">
      {asking ? (
        <>
          <p className="mb-3 text-t2">
            {member.name} is signed out, loses every passkey, and is told by mail; what you choose
            below stays. Until it is set up anew, the password alone opens the account: make sure
            that it is them who asks, and ask which passkeys and devices they know.
          </p>
          {ways.isError && (
            <ErrorPanel
              error={ways.error}
              what="Passkeys and sessions"
              onRetry={() => void ways.refetch()}
            />
          )}
          <Form<Fields>
            formKey={null}
            defaultValues={{ reason: "", keep: nothingChosen }}
            submitLabel="Take it off"
            onCancel={() => setAsking(false)}
            onSubmit={reset}
          >
            <ReasonField label="How you made sure" rows={2} maxLength={1000} />
            {ways.data && <KeepChoices name="keep" ways={ways.data} timeZone={timeZone} />}
          </Form>
        </>
      ) : (
        <p className="flex flex-wrap items-center gap-3 text-13 text-t2">
          Phone and backup codes are lost?
          <button type="button" className="btn btn-small" onClick={() => setAsking(true)}>
            Take two-step sign-in off
          </button>
        </p>
      )}
    </section>
  );
}
