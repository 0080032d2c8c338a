import { Island } from "#web/site/Island.tsx";
import { LivePart } from "#web/site/LivePart.tsx";
import BulletinForm from "../forms/BulletinForm.tsx";

export default function PublicOpportunities() {
  return (
    <>
      <div className="ask">
        <div>
          <h1>Public opportunities</h1>
          <p>
            What public agencies ask for: invitations to bid, requests for proposals, quotations and
            information, with their documents, questions and answers.
          </p>
          <p>Leave your address, and you hear of the next one that fits what you supply.</p>
          <p className="md:hidden">
            <a className="btn btn-primary" href="#solicitations">
              See the solicitations
            </a>
          </p>
        </div>
        <div className="panel">
          <h2 className="text-18 font-semibold mb-4">The bulletin by mail</h2>
          <Island name="bulletin" of={BulletinForm} props={{}} />
        </div>
      </div>
      <div id="solicitations">
        <LivePart name="notices" />
      </div>
      <LivePart name="orders" />
    </>
  );
}
