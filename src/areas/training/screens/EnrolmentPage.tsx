import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { enrolmentCycle, enrolmentStatuses } from "../course/enrolment.labels.ts";
import type { EnrolmentDetail } from "../course/enrolment.model.ts";
import { Quiz } from "./Quiz.tsx";

// Answers are submitted below the questions, not from the record's bar.
const look = {
  statuses: enrolmentStatuses,
  course: enrolmentCycle.course,
  actions: enrolmentCycle.actions,
};

const underWay = ({ outside, asks, passPercent }: EnrolmentDetail): string => {
  if (outside) return "It is taken outside: enter its certificate when you have it.";
  return asks > 0
    ? `Read the lessons, then answer ${counted(asks, "question")}: ${passPercent} percent pass.`
    : "Come to a session: who came is recorded there.";
};

const saidOf = (e: EnrolmentDetail): string => {
  switch (e.status) {
    case "assigned":
      return e.dueOn ? `Begin it: it is due ${formatDate(e.dueOn)}.` : "Begin it.";
    case "in_progress":
      return underWay(e);
    case "completed":
      return e.endedOn ? `Completed ${formatDate(e.endedOn)}.` : "Completed.";
    case "failed":
      return `Not passed: ${e.rightCount ?? 0} of ${e.asks} right. Enroll for another attempt.`;
    case "withdrawn":
      return `Withdrawn: ${e.statusReason}`;
    case "waived":
      return `Waived: ${e.statusReason}`;
  }
};

function Learn({ enrolment: e }: { enrolment: EnrolmentDetail }) {
  const { me } = useAuth();
  const own = e.personId === me?.person.id;
  return (
    <div className="stack">
      <Finding parts={[]} none={saidOf(e)} />
      {e.certificateId && (
        <Link
          className="btn justify-self-start"
          to={pathTo("personCertificate", { id: e.certificateId })}
        >
          Open the certificate
        </Link>
      )}
      {own && e.status === "in_progress" && e.outside && (
        <Link
          className="btn btn-primary justify-self-start"
          to={`${pathTo("personCertificateNew")}?${new URLSearchParams({ code: e.code, title: e.courseName }).toString()}`}
        >
          Enter its certificate
        </Link>
      )}
      <Panel title="About">
        <p>{e.about}</p>
      </Panel>
      {e.lessons.map(({ title, text }) => (
        <Panel key={title} title={title}>
          <div className="grid max-w-[68ch] gap-3 whitespace-pre-line">{text}</div>
        </Panel>
      ))}
      {own && e.questions.length > 0 && <Quiz enrolment={e} />}
    </div>
  );
}

/** An attempt at a course: its lessons, its questions, what came of it. */
export default function EnrolmentPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<EnrolmentDetail>
      path="/api/v1/enrolments"
      id={id}
      lifecycle={look}
      title={({ courseName }) => courseName}
      subtitle={({ number, code, attempt }) => `${number}, ${code}, attempt ${attempt}`}
      owner={({ personName }) => personName}
      deadline={({ dueOn, status }) => ({
        at: dueOn,
        label: "Due",
        done: !["assigned", "in_progress"].includes(status),
      })}
      tabs={[
        { id: "course", label: "Course", content: (e) => <Learn key={e.status} enrolment={e} /> },
      ]}
    />
  );
}
