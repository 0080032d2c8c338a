import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { devicesLeaving } from "./devices.leaving.data.ts";
import { bearers } from "#areas/identity/identity.server.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { defineArea } from "#server/area.ts";
import { closings } from "#server/restored/closing.ts";
import { alarmEndpoints } from "./alarm/alarm.api.ts";
import { alarmViews } from "./alarm/alarm.labels.ts";
import { alarmList } from "./alarm/alarm.list.ts";
import { seedDevices } from "./demo/devices.seed.ts";
import { deviceEndpoints } from "./device/device.api.ts";
import { deviceViews } from "./device/device.labels.ts";
import { deviceList } from "./device/device.list.ts";
import { silenceClock, sumsClock } from "./follow.service.ts";
import { deviceBearer } from "./key/caller.service.ts";
import { deviceKeysAfterRestore } from "./key/restored.service.ts";
import { beginMqtt } from "./mqtt/broker.ts";
import { monthsClock } from "./reading/months.service.ts";
import { readingsRule } from "./reading/retention.data.ts";
import { readingsDay } from "./reading/retention.service.ts";

const [permission, page] = ["device.read", "/iot"] as const;

/** What the server mounts of this area. */
export default defineArea({
  name: "devices",
  noFacts: "What devices measure has a unit each and is added up by hours and days of its own.",
  endpoints: [...deviceEndpoints, ...alarmEndpoints],
  schedules: [monthsClock, sumsClock, silenceClock],
  days: [readingsDay],
  seed: { after: ["inventory", "assets", "logistics"], tell: seedDevices },
  start: { afterRestore: "goes on", begin: beginMqtt },
  searches: [{ kind: "device", list: deviceList, permission, path: page, title: "name" }],
  asked: [
    { list: deviceList, permission, page, views: deviceViews },
    { list: alarmList, permission, page, views: alarmViews },
  ],
  brings: [
    agencyTables.of(...devicesLeaving),
    bearers.of(deviceBearer),
    closings.of(deviceKeysAfterRestore),
    shippedRules.of(readingsRule),
  ],
});
