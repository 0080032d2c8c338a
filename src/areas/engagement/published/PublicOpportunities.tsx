import { Island } from "../../../web/site/Island.tsx";
import { LivePart } from "../../../web/site/LivePart.tsx";
import BulletinForm from "../forms/BulletinForm.tsx";

export default function PublicOpportunities() {
  return (
    <>
      <div className="ask"><div><h1>Public opportunities</h1><p>No solicitation is published here yet: publishing them is being built. What agencies have ordered is below, with the rule that allowed it.</p><p>Leave your address, and you hear of the first one that fits what you supply.</p></div>
        <div className="panel"><h2 className="text-18 font-semibold mb-4">The bulletin by mail</h2><Island name="bulletin" of={BulletinForm} props={{}} /></div></div>
      <h2 className="serif text-28 mt-10 mb-4">What agencies ordered</h2>
      <LivePart name="orders" />
    </>
  );
}
