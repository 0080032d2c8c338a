import type { Page } from "#kernel/access.ts";

export const devicesPages = {
  devices: {
    path: "/iot",
    title: "Devices",
    access: "signed-in",
    screen: "screens/DevicesPage.tsx",
  },
  deviceRules: {
    path: "/iot/rules",
    title: "Alarm rules",
    access: "signed-in",
    screen: "screens/RulesPage.tsx",
  },
  deviceRule: {
    path: "/iot/rules/:id",
    title: "Alarm rule",
    access: "signed-in",
    screen: "screens/RulePage.tsx",
  },
  deviceAlarm: {
    path: "/iot/alarms/:id",
    title: "Alarm",
    access: "signed-in",
    screen: "screens/AlarmPage.tsx",
  },
  device: {
    path: "/iot/:id",
    title: "Device",
    access: "signed-in",
    screen: "screens/DevicePage.tsx",
  },
} as const satisfies Record<string, Page>;
