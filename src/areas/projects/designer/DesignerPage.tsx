import { useEffect, useState } from "react";
import { useParams } from "react-router";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { api, messageOf, readBytes, saveFile } from "#web/kit/api.ts";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Brand } from "#web/shell/Brand.tsx";
import { decisions, submittalStatuses, type Decision } from "../submittal/submittal.labels.ts";
import { linkLimits } from "./designer.limits.ts";
import type { DesignerView } from "./designer.model.ts";

type Kept = { id: string; name: string; size: number };
type Values = { recommendation: Decision | ""; answer: string; files: Kept[] };
const path = "/api/v1/designer-answers";

const look = (token: string) =>
  api<DesignerView>(`${path}/look`, { method: "POST", body: { token } });

const keep =
  (token: string) =>
  async (file: File): Promise<Kept> => {
    const body = new FormData();
    body.append("token", token);
    body.append("file", file);
    const { id } = await api<{ id: string }>(`${path}/files`, { method: "POST", body });
    return { id, name: file.name, size: file.size };
  };

function Files({ token, files }: { token: string; files: DesignerView["files"] }) {
  const [failed, setFailed] = useState("");
  const open = (fileId: string, name: string) =>
    void readBytes(`${path}/file`, { token, fileId }).then(
      (bytes) => saveFile(new Blob([bytes]), name),
      (error: unknown) => setFailed(messageOf(error)),
    );
  return (
    <>
      <ul className="grid gap-1">
        {files.map(({ id, name }) => (
          <li key={id}>
            <button type="button" className="text-link" onClick={() => open(id, name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {failed && (
        <p className="notice tone-danger" role="alert">
          {failed}
        </p>
      )}
    </>
  );
}

type Desk = { token: string; of: DesignerView; onGiven: () => void };

function Answer({ token, of, onGiven }: Desk) {
  const { given, kind } = of;
  return (
    <Form<Values>
      formKey={null}
      defaultValues={{
        recommendation: given?.recommendation ?? "",
        answer: given?.answer ?? "",
        files: (given?.files ?? []).map((file) => ({ ...file, size: 0 })),
      }}
      submitLabel={given ? "Send the corrected answer" : "Send the answer"}
      onSubmit={async ({ recommendation, answer, files }) => {
        await api(`${path}/give`, {
          method: "POST",
          body: {
            token,
            answer,
            recommendation: recommendation || null,
            fileIds: files.map(({ id }) => id),
            version: of.version,
          },
        });
        onGiven();
      }}
    >
      {kind === "submittal" && (
        <SelectField
          name="recommendation"
          label="What you recommend"
          required
          options={(Object.keys(decisions) as Decision[]).map((value) => ({
            value,
            label: submittalStatuses[decisions[value]].label,
          }))}
        />
      )}
      <TextArea
        name="answer"
        label={kind === "rfi" ? "Your answer" : "Your words to it"}
        required
        rows={8}
        maxLength={20_000}
      />
      <FileDrop<Kept> name="files" label="Files" most={linkLimits.files} upload={keep(token)} />
    </Form>
  );
}

function Course({ of }: { of: DesignerView }) {
  return (
    <section className="grid gap-3">
      <h2>What was done before</h2>
      <ol className="grid gap-3">
        {of.turns.map((turn, at) => (
          <li key={at} className="panel p-4">
            <p className="text-12 text-t2">
              {turn.what}: {turn.byName}, {formatInstant(turn.at, of.timeZone)}
            </p>
            {turn.says && (
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{turn.says}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const finding = (of: DesignerView): string => {
  const due = of.dueOn ? ` It is due on ${formatDate(of.dueOn)}.` : "";
  if (of.given)
    return `You answered on ${formatInstant(of.given.at, of.timeZone)}. ${of.agency} was told and you have a copy by e-mail; until it is taken over you can correct it here.`;
  return of.kind === "rfi"
    ? `${of.agency} asks you to answer.${due}`
    : `${of.agency} asks what you recommend; it decides itself.${due}`;
};

function Matter({ token, of, onGiven }: Desk) {
  return (
    <>
      <div className="grid gap-2">
        <p className="text-t2">
          <span className="mono">{of.number}</span>, {of.project}
        </p>
        <h1>{of.title}</h1>
        <p role="status" className={of.given ? "notice tone-success" : "text-t1"}>
          {finding(of)}
        </p>
      </div>
      <Panel title={of.kind === "rfi" ? "What is asked" : "What is submitted"} level="h2">
        <Facts
          rows={[
            ...of.facts.map(({ label, value }) => [label, value] as const),
            ["Files", of.files.length > 0 && <Files key="files" token={token} files={of.files} />],
          ]}
        />
      </Panel>
      <section className="grid gap-3">
        <h2>{of.given ? "Correct your answer" : "Your answer"}</h2>
        <Answer key={of.version} token={token} of={of} onGiven={onGiven} />
        <p className="hint">
          For {[of.name, of.firm].filter(Boolean).join(", ")}, until {formatDate(of.untilOn)}.
        </p>
      </section>
      <Course of={of} />
    </>
  );
}

function Body({ token }: { token: string }) {
  const [of, setOf] = useState<DesignerView | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [read, setRead] = useState(0);
  useEffect(() => {
    look(token).then(setOf, (error: unknown) => setFailed(messageOf(error)));
  }, [token, read]);
  if (failed)
    return (
      <>
        <h1>Answer for a project</h1>
        <p className="notice" role="status">
          {failed}
        </p>
      </>
    );
  if (!of) return <RecordSkeleton />;
  const again = () => {
    setRead((n) => n + 1);
    window.scrollTo({ top: 0 });
  };
  return <Matter token={token} of={of} onGiven={again} />;
}

/** /designer-answers/:token: a designer without an account answers the one matter of their link. */
export default function DesignerPage() {
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
