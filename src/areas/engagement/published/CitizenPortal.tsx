import { Island } from "#web/site/Island.tsx";
import { LivePart } from "#web/site/LivePart.tsx";
import AdditionForm from "../forms/AdditionForm.tsx";
import ReportForm from "../forms/ReportForm.tsx";

// What somebody may look for beside reporting: closed, so that the page ends soon. The address of a
// part is inside of it: a browser that is led there opens it.
const more = [
  { id: "recent", title: "What others reported", parts: ["recent"] },
  { id: "notices", title: "Notices of your agency", parts: ["notices"] },
  { id: "grants", title: "Grants to apply for", parts: ["grants"] },
  { id: "budget", title: "The budget in plain words", parts: ["budget", "book"] },
  { id: "reports", title: "Figures of your agency", parts: ["reports"] },
  { id: "projects", title: "What is being built", parts: ["projects"] },
  { id: "plan", title: "What the agency will build", parts: ["plan"] },
  { id: "carbon", title: "What the agency emits", parts: ["carbon"] },
  { id: "orders", title: "What was bought, and from whom", parts: ["orders"] },
] as const;

export default function CitizenPortal() {
  return (
    <>
      <LivePart name="urgent" />
      <LivePart name="kinds" />
      <div className="ask ask-report">
        <div>
          <h1>Report something to your agency</h1>
          <p>
            A pothole, a dark street light, water where it should not be. You get a number, and an
            answer that everybody can read.
          </p>
        </div>
        <div className="panel" id="report">
          <Island name="report" of={ReportForm} props={{}} wake="visible" />
          <noscript>
            <p className="text-t2">
              Reporting here needs a script. Without one, <a href="/contact">write to us</a>.
            </p>
          </noscript>
        </div>
        <section id="track">
          <h2>Where does my report stand?</h2>
          <LivePart name="track" />
          <Island name="addition" of={AdditionForm} props={{}} wake="visible" />
        </section>
      </div>
      <section id="emergency" className="lower">
        <h2>Emergency information</h2>
        <LivePart name="releases" />
      </section>
      <section id="forms" className="lower">
        <h2>Permits and forms</h2>
        <p className="lede">Fill one in without an account; you hear by mail what became of it.</p>
        <LivePart name="forms" />
      </section>
      <section className="lower" aria-labelledby="more">
        <h2 id="more">More from your agency</h2>
        <div className="unfold">
          {more.map(({ id, title, parts }) => (
            <details key={id}>
              <summary>
                <h3>{title}</h3>
              </summary>
              <div id={id}>
                {parts.map((name) => (
                  <LivePart key={name} name={name} />
                ))}
              </div>
            </details>
          ))}
        </div>
        <p className="lede">
          For programs: <a href="/open311/v2/services.xml">Open311 GeoReport v2</a>, emergency
          information as <a href="/api/v1/public/emergency.rss">RSS</a> and{" "}
          <a href="/api/v1/public/emergency">JSON</a>,{" "}
          <a href="/common-grants/opportunities">CommonGrants opportunities</a>.
        </p>
      </section>
    </>
  );
}
