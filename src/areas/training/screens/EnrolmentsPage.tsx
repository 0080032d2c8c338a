import { EnrolmentTable } from "./EnrolmentTable.tsx";

/** Every attempt at a course that one may see. */
export default function EnrolmentsPage() {
  return (
    <div className="stack">
      <h1>Enrollments</h1>
      <section className="grid gap-3">
        <h2>Attempts at courses</h2>
        <EnrolmentTable />
      </section>
    </div>
  );
}
