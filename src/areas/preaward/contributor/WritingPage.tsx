import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { api, messageOf } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { Brand } from "#web/shell/Brand.tsx";
import type { ContributionView } from "./contributor.model.ts";

const post = <T,>(to: "look" | "write", body: object) =>
  api<T>(`/api/v1/grant-contributions/${to}`, { method: "POST", body });

function Asked({ of }: { of: ContributionView }) {
  return (
    <>
      <p className="text-t2">
        {of.agency} asks {of.name} to write this section of its application for {of.project}.
      </p>
      {of.asks && <p>{of.asks}</p>}
      <p className="text-t2">
        {of.mostWords === null ? "" : `At most ${of.mostWords} words. `}
        {of.dueOn ? `Due on ${formatDate(of.dueOn)}. ` : ""}
        Your link works until {formatDate(of.untilOn)}.
      </p>
    </>
  );
}

function Desk({ token, of, onSaid }: { token: string; of: ContributionView; onSaid: Say }) {
  const [version, setVersion] = useState(of.version);
  return (
    <Form<{ body: string }>
      formKey={null}
      defaultValues={{ body: of.body }}
      submitLabel="Save the text"
      choices={[{ name: "handIn", label: "Save and hand in" }]}
      onSubmit={async ({ body }, choice) => {
        const handIn = choice === "handIn";
        const after = await post<{ version: number }>("write", { token, body, version, handIn });
        setVersion(after.version);
        onSaid(
          handIn
            ? `Handed in. ${of.agency} was told; until the link ends you can still change it.`
            : "Saved. Nobody was told yet.",
        );
      }}
    >
      <TextArea name="body" label={of.title} rows={18} maxLength={200000} />
    </Form>
  );
}

type Say = (what: string) => void;
function Body({ token }: { token: string }) {
  const [of, setOf] = useState<ContributionView | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    post<ContributionView>("look", { token }).then(setOf, (error: unknown) =>
      setFailed(messageOf(error)),
    );
  }, [token]);
  if (failed)
    return (
      <p className="notice" role="status">
        {failed}
      </p>
    );
  if (!of) return <RecordSkeleton />;
  return (
    <>
      <h1>{of.title}</h1>
      <Asked of={of} />
      {said && (
        <p className="notice tone-success" role="status">
          {said}
        </p>
      )}
      {of.closed ? (
        <>
          <p className="notice" role="status">
            {of.closed}
          </p>
          {of.body && <p className="whitespace-pre-wrap">{of.body}</p>}
        </>
      ) : (
        <Desk token={token} of={of} onSaid={setSaid} />
      )}
    </>
  );
}

/** /grant-writing/:token: somebody without an account writes the section of their link. */
export default function WritingPage() {
  const { token = "" } = useParams();
  return (
    <div className="mx-auto grid min-h-dvh max-w-4xl content-start gap-5 p-6 max-md:p-4">
      <header className="-ml-4">
        <Brand href="/" />
      </header>
      <main id="main" className="grid gap-5">
        <Body token={token} />
      </main>
    </div>
  );
}
