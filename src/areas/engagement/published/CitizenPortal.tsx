import { Island } from "#web/site/Island.tsx";
import { LivePart } from "#web/site/LivePart.tsx";
import AdditionForm from "../forms/AdditionForm.tsx";
import ReportForm from "../forms/ReportForm.tsx";

export default function CitizenPortal() {
  return (
    <>
      <div className="ask">
        <div>
          <h1>Tell your agency, and see what it does</h1>
          <p>
            Report a pothole, a dark street light or water where it should not be. You get a number,
            and an answer that everybody can read.
          </p>
          <nav aria-label="On this page">
            <ul className="plain">
              <li>
                <a href="#emergency">Emergency information</a>
              </li>
              <li>
                <a href="#track">Where does my report stand?</a>
              </li>
              <li>
                <a href="#recent">What others reported</a>
              </li>
              <li>
                <a href="#forms">Permits and forms</a>
              </li>
              <li>
                <a href="#grants">Grants to apply for</a>
              </li>
              <li>
                <a href="#notices">Notices of your agency</a>
              </li>
              <li>
                <a href="#budget">The budget in plain words</a>
              </li>
              <li>
                <a href="#plan">What the agency will build</a>
              </li>
              <li>
                <a href="#orders">What was bought, and from whom</a>
              </li>
            </ul>
          </nav>
          <p className="!text-16 !leading-6">
            For programs: <a href="/open311/v2/services.xml">Open311 GeoReport v2</a>.
          </p>
        </div>
        <div className="panel">
          <Island name="report" of={ReportForm} props={{}} wake="visible" />
          <noscript>
            <p className="text-t2">
              Reporting here needs a script. Without one, <a href="/contact">write to us</a>.
            </p>
          </noscript>
        </div>
      </div>
      <section id="emergency" className="lower">
        <h2>Emergency information</h2>
        <LivePart name="releases" />
        <p className="lede">
          To follow it: <a href="/api/v1/public/emergency.rss">RSS</a> or{" "}
          <a href="/api/v1/public/emergency">JSON</a>.
        </p>
      </section>
      <section id="track" className="lower">
        <h2>Where does my report stand?</h2>
        <LivePart name="track" />
        <Island name="addition" of={AdditionForm} props={{}} wake="visible" />
      </section>
      <section id="recent" className="lower">
        <h2>What others reported</h2>
        <p className="lede">Without the names of those who reported it.</p>
        <LivePart name="recent" />
      </section>
      <section id="forms" className="lower">
        <h2>Permits and forms</h2>
        <p className="lede">Fill one in without an account; you hear by mail what became of it.</p>
        <LivePart name="forms" />
      </section>
      <section id="grants" className="lower">
        <h2>Grants to apply for</h2>
        <LivePart name="grants" />
        <p className="lede">
          For programs: <a href="/common-grants/opportunities">CommonGrants opportunities</a>.
        </p>
      </section>
      <section id="notices" className="lower">
        <h2>Notices of your agency</h2>
        <LivePart name="notices" />
      </section>
      <section id="budget" className="lower">
        <h2>The budget in plain words</h2>
        <LivePart name="budget" />
        <LivePart name="book" />
      </section>
      <section id="plan" className="lower">
        <h2>What the agency will build</h2>
        <LivePart name="plan" />
      </section>
      <section id="orders" className="lower">
        <h2>What was bought, and from whom</h2>
        <LivePart name="orders" />
      </section>
    </>
  );
}
