import { PayTable } from "./PayTable.tsx";

/** /projects/pay: every pay application, what waits to be certified first. */
export default function PayPage() {
  return (
    <div className="stack">
      <header className="grid gap-1">
        <h1>Pay applications</h1>
        <p className="text-t2">
          What contractors applied for, and what of it was certified. A new one begins on the page
          of its project.
        </p>
      </header>
      <section className="grid min-w-0 gap-3">
        <h2>By number</h2>
        <PayTable />
      </section>
    </div>
  );
}
