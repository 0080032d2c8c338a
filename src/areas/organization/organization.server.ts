import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { organizationLeaving } from "./organization.leaving.data.ts";
import { defineDimension } from "#server/facts/facts.ts";
import { programScopes } from "#server/program-scopes.ts";
import { membersAfterRestore } from "./people/restored.service.ts";
import { invitationsAfterRestore } from "./invitation/restored.service.ts";
import { closings } from "#server/restored/closing.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { lookFiles } from "./look/files.service.ts";
import { administrationEndpoints } from "./administration/administration.api.ts";
import { adminMatters, firstSteps } from "./administration/matters.service.ts";
import { ownMatters, ownSteps } from "./administration/own-matters.service.ts";
import { seedPlaces } from "./demo/places.seed.ts";
import { seedAgencyRecords } from "./demo/agency.seed.ts";
import { ownStarts } from "./quick-start/own-starts.service.ts";
import { quickStartEndpoints } from "./quick-start/quick-start.api.ts";
import { quickStartsOf } from "./quick-start/quick-start.service.ts";
import { calendarEndpoints } from "./calendar/calendar.api.ts";
import { departmentEndpoints } from "./department/department.api.ts";
import { grantEndpoints } from "./grant/grant.api.ts";
import { invitationEndpoints } from "./invitation/invitation.api.ts";
import { lookEndpoints } from "./look/look.api.ts";
import { invitationImporter } from "./invitation/invitation.importer.ts";
import { whoMayEndpoints } from "./member/who-may.api.ts";
import { memberEndpoints } from "./member/member.api.ts";
import { notificationEndpoints } from "./notification/notification.api.ts";
import { commentListeners, type CommentListener } from "#server/http/comments.ts";
import { permissionUses } from "#server/http/permission-use.ts";
import { keepUse } from "./people/use.service.ts";
import { countUnread, notify } from "./notification/notification.service.ts";
import { numberEndpoints } from "./tenant/numbers.api.ts";
import { dormancyDay } from "./people/dormancy.service.ts";
import { endings } from "./people/ending.service.ts";
import { peopleEndpoints } from "./people/people.api.ts";
import { masterEndpoints } from "./master/master.api.ts";
import { sharedLists } from "./master/entry.service.ts";
import { placeImporter } from "./place/place.importer.ts";
import { placesList } from "./place/place.service.ts";
import { unitImporter } from "./unit/unit.importer.ts";
import { beginUnits, unitsList } from "./unit/unit.service.ts";
import { newOrganizations } from "./organization.service.ts";
import { organizationEndpoints } from "./organization.api.ts";
import { seedAgencies } from "./organization.seed.ts";
import { peopleList } from "./people/people.list.ts";

export { departmentById, listDepartments } from "./department/department.service.ts";
export {
  adminMatters,
  firstSteps,
  pressingMatters,
  type AdminMatter,
  type FirstStep,
} from "./administration/matters.service.ts";
export { quickStartsOf, type QuickStart } from "./quick-start/quick-start.service.ts";
export { businessDaysOf, readCalendar } from "./calendar/calendar.service.ts";
export {
  competenceCode,
  competences,
  competenceSaid,
  competenceSource,
  type Competence,
} from "./competence/competence.service.ts";
export {
  closedSeats,
  requireSeat,
  seatKeeper,
  seats,
  type Seat,
} from "./competence/seat.service.ts";
export { changedMembers, tellChanged } from "./member/changed.service.ts";
export { setSupervisor, supervisorsOf } from "./member/supervisor.service.ts";
export { workforce } from "./member/workforce.service.ts";
export { memberNow } from "./member/member-now.service.ts";
export { memberById, membersNamed, membersOf, staffOf } from "./member/member.service.ts";
export {
  setMappedAccess,
  type MappedAccess,
  type MappedChange,
  type MappingSource,
} from "./mapping/mapped-access.service.ts";
export { endMember, readmitMember, restoreMember } from "./member/standing-of.service.ts";
export { askToConfirm, decisionOn, firstStatusOf, namedRules } from "./mapping/rule.service.ts";
export { isWeighty } from "./grant/powers.model.ts";
export { allHoldings, holdings, type Held, type Holding } from "./member/holdings.service.ts";
export { endMembership, setEndOf } from "./people/ending.service.ts";
export { endRight, giveForTime, lockPower, shortenRight } from "./people/change.service.ts";
export { setDormancy } from "./people/dormancy.service.ts";
export { heldBy } from "./people/people.service.ts";
export { rightsOf } from "./people/right.service.ts";
export { requireApart, setsJoinedBy } from "./grant/separation.service.ts";
export { peopleWhoMay, standingOf, standingsOf } from "./grant/standing.service.ts";
export { helpIn } from "./member/operator.service.ts";
export { beginPracticeAgency } from "./founding/practice.service.ts";
export {
  letMembersIn,
  memberNames,
  nobodyIsIn,
  standingMembers,
  type StandingMember,
} from "./member/practice-members.service.ts";
export { administratorsOf, departmentManagers, peopleOnDuty } from "./member/duty.service.ts";
export { agenciesNamed, type Agency } from "./agencies.service.ts";
export { notify } from "./notification/notification.service.ts";
export { admitAsUser, membershipOf, openInvitationOf } from "./invitation/arrival.service.ts";
export { acceptInvitation } from "./invitation/invitation.service.ts";
export { newOrganizations };
export { agencyUnits, convertUnits, unitNamed } from "./unit/unit.service.ts";
export {
  placeByName,
  placeList,
  placePosition,
  placesOf,
  requirePlace,
  type PlaceShown,
} from "./place/place.service.ts";
export { sharedListEndpoints } from "./master/entry.api.ts";
export { listUses, sharedLists, type ListUse, type SharedList } from "./master/entry.service.ts";
export {
  agencyAddress,
  agencyNames,
  agencyOfSlug,
  membershipsOf,
  organizationIds,
} from "./agencies.service.ts";
export {
  publishFor,
  readNoticesBut,
  readNoticesBy,
  readNoticesOf,
  readNoticeTitled,
  seedAgencies,
  seedLaterMembers,
  seedOrganization,
} from "./organization.seed.ts";
export { administeredBy, operatorsOf, peopleCount } from "./member/operators.service.ts";
export {
  agencyRecord,
  changeState,
  lockedState,
  stateChangesOf,
  type StateChange,
  type StateStep,
} from "./state/state.service.ts";
export { operatorMoves, type StateMoveName } from "./state/state.labels.ts";
export {
  inviteFounder,
  readFounding,
  setFounding,
  useFoundingInvitation,
} from "./founding/founding.service.ts";
export { foundFor } from "./organization.service.ts";
export {
  equipFrom,
  foundingParts,
  foundingStates,
  foundingTemplates,
  type FoundingPart,
} from "./founding/template.service.ts";
export { inLook } from "./look/branding.model.ts";
export { readOrganization } from "./organization.service.ts";

/** Whoever had a part in a record hears of comments on it. */
const tellOfComment: CommentListener = async ({
  tx,
  actor,
  noun,
  number,
  objectId,
  body,
  people,
}) => {
  if (people.length)
    notify(tx, people, {
      kind: "comment",
      title: `${actor.name} commented on ${number}`,
      body: body.slice(0, 300),
      link: noun.page ? `${noun.page}/${objectId}` : "/dashboard",
    });
};

export { departmentNameOf } from "./department/department-name.service.ts";

/** What facts of other areas are told by. */
export const departmentDimension = defineDimension("department", "Department");

/** What the server mounts of this area. */
export default defineArea({
  name: "organization",
  noFacts: "Agencies and people are what others are told by.",
  endpoints: [
    ...whoMayEndpoints,
    ...organizationEndpoints,
    ...calendarEndpoints,
    ...departmentEndpoints,
    ...memberEndpoints,
    ...grantEndpoints,
    ...invitationEndpoints,
    ...notificationEndpoints,
    ...lookEndpoints,
    ...quickStartEndpoints,
    ...administrationEndpoints,
    ...numberEndpoints,
    ...peopleEndpoints,
    ...masterEndpoints,
  ],
  importers: [invitationImporter, placeImporter, unitImporter],
  searches: [
    {
      kind: "person",
      list: peopleList,
      permission: "member.edit",
      path: "/user-management",
      title: "name",
    },
  ],
  schedules: [endings],
  days: [dormancyDay],
  counts: { notifications: countUnread },
  brings: [
    agencyTables.of(...organizationLeaving),
    closings.of(membersAfterRestore, invitationsAfterRestore),
    fileHolders.of(...lookFiles),
    programScopes.of({
      "department.read": {
        place: 5,
        noun: "Departments",
        may: "Read the list of departments",
      },
    }),
    adminMatters.of(...ownMatters),
    firstSteps.of(...ownSteps),
    quickStartsOf.of(...ownStarts),
    commentListeners.of(tellOfComment),
    permissionUses.of(keepUse),
    newOrganizations.of(beginUnits),
    sharedLists.of(placesList, unitsList),
  ],
  seed: {
    after: ["identity"],
    tell: async (app) => {
      await seedAgencies(app);
      await seedAgencyRecords(app);
      await seedPlaces(app);
    },
  },
});
