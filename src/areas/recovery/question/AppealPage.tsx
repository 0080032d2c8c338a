import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { MoneyField, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { StepDay } from "../fields.tsx";
import { appealCycle, appealLevels } from "./appeal.labels.ts";
import { AppealLetters } from "./AppealLetters.tsx";
import type { AppealDetail } from "./question.model.ts";

const day = (on: Day | null) => (on ? formatDate(on) : "");

/** Where an appeal stands, and what comes next, in a sentence. */
const finding = (a: AppealDetail): string => {
  const open = a.letters.filter((l) => l.kind === "request" && !l.answeredOn);
  if (open.length)
    return `A request for information waits for an answer until ${day(open[0]!.dueOn)}`;
  if (a.status === "determined") return `It is filed by ${day(a.fileBy)}`;
  if (a.status === "filed")
    return a.forwardBy
      ? `The recipient forwards it by ${day(a.forwardBy)}`
      : "It is before the Board";
  if (a.status === "forwarded") return `With FEMA since ${day(a.forwardedOn)}`;
  if (a.status === "granted") return `${formatCents(a.disputedCents)} were granted`;
  if (a.next) return `Denied; it goes on as ${a.next.number}`;
  const ways = a.goesOn.filter((level) => level.why === null);
  if (ways.length === 0) return "Denied, and final";
  return ways[0]!.fileBy
    ? `Denied; the next level is filed by ${day(ways[0]!.fileBy)}`
    : "Denied; record the letter of decision, and the next level can be filed";
};

function Levels({ a }: { a: AppealDetail }) {
  const { can } = useAuth();
  const navigate = useNavigate();
  const [going, setGoing] = useState(false);
  const open = a.goesOn.filter((level) => level.why === null);
  return (
    <Panel title={finding(a)}>
      <ul className="grid gap-1">
        {a.earlier && (
          <li>
            After the {appealLevels[a.earlier.level].toLowerCase()}{" "}
            <Link to={pathTo("paAppeal", { id: a.earlier.id })}>{a.earlier.number}</Link>
          </li>
        )}
        {a.next && (
          <li>
            Goes on as {appealLevels[a.next.level].toLowerCase()}{" "}
            <Link to={pathTo("paAppeal", { id: a.next.id })}>{a.next.number}</Link>
          </li>
        )}
        {a.goesOn.map((level) => (
          <li key={level.level}>
            <b>{appealLevels[level.level]}</b>:{" "}
            {level.why ??
              (level.fileBy
                ? `by ${day(level.fileBy)}, ${level.citation}`
                : "the day follows from the letter of decision")}
          </li>
        ))}
      </ul>
      {open.length > 0 && can("recovery.edit") && (
        <button type="button" className="btn btn-primary mt-3" onClick={() => setGoing(true)}>
          Go on with the next level
        </button>
      )}
      {going && (
        <PostDialog
          title="Go on with the next level"
          description="Its clock runs from the letter of decision; letters and files of before belong to it."
          path={`/api/v1/pa-appeals/${a.id}/next`}
          submit="Go on"
          nouns={["pa-appeals", "deadlines"]}
          values={{
            level: open[0]!.level,
            disputedCents: a.disputedCents,
            argument: a.argument,
          }}
          onClose={() => setGoing(false)}
          onDone={({ id }) => void navigate(pathTo("paAppeal", { id }))}
        >
          <SelectField
            name="level"
            label="Level"
            required
            options={open.map(({ level }) => ({ value: level, label: appealLevels[level] }))}
          />
          <MoneyField name="disputedCents" label="Still in dispute" required />
          <TextArea name="argument" label="Why it is wrong" rows={6} maxLength={20_000} />
        </PostDialog>
      )}
    </Panel>
  );
}

function Said({ a }: { a: AppealDetail }) {
  return (
    <>
      <Levels a={a} />
      <Facts
        rows={[
          [
            "Project",
            <Link key="p" to={pathTo("paProject", { id: a.projectId })}>
              {a.project}
            </Link>,
          ],
          ["Determined", day(a.determinedOn)],
          ["Our clock: file by", day(a.fileBy)],
          ["Filed", day(a.filedOn)],
          ["The recipient's clock: forwarded by", day(a.forwardBy)],
          ["Forwarded", day(a.forwardedOn)],
          ["Decided", day(a.decidedOn)],
          ["By", a.citation],
          ["Argument", a.argument],
          ["Why", a.statusReason],
        ]}
      />
      <AppealLetters a={a} />
    </>
  );
}

/** One appeal with both clocks, its letters, its next level and its file. */
export default function AppealPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<AppealDetail>
      path="/api/v1/pa-appeals"
      id={id}
      lifecycle={appealCycle}
      title={(a) => a.subject}
      subtitle={(a) => `${appealLevels[a.level]}, ${a.project}`}
      amountCents={(a) => a.disputedCents}
      actionFields={{
        file: <StepDay name="day" label="Filed on" />,
        forward: <StepDay name="day" label="Forwarded on" />,
        grant: <StepDay name="day" label="Decided on" />,
        deny: <StepDay name="day" label="Decided on" />,
      }}
      tabs={[
        { id: "appeal", label: "Appeal", content: (a) => <Said a={a} /> },
        {
          id: "documents",
          label: "File",
          content: (a) => (
            <>
              <EvidenceButton ids={a.evidence} name={a.number} />
              <Attachments objectType="paAppeal" objectId={a.id} />
            </>
          ),
        },
      ]}
      rail={(a) => <RecordDeadlines sourceId={a.id} />}
    />
  );
}
