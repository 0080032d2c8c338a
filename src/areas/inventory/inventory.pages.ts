import type { Page } from "#kernel/access.ts";

export const inventoryPages = {
  inventory: {
    path: "/inventory",
    title: "Inventory",
    also: "stock, stores, warehouse, yard, materials on hand, items, lots, serial numbers",
    access: "signed-in",
    screen: "screens/InventoryPage.tsx",
  },
  stockItemNew: {
    path: "/inventory/items/new",
    title: "New stock item",
    access: "signed-in",
    screen: "screens/ItemNew.tsx",
  },
  stockItemImport: {
    path: "/inventory/items/import",
    title: "Import stock items",
    access: "signed-in",
    screen: "screens/ItemImport.tsx",
  },
  stockItemEdit: {
    path: "/inventory/items/:id/edit",
    title: "Change a stock item",
    access: "signed-in",
    screen: "screens/ItemEdit.tsx",
  },
  stockItem: {
    path: "/inventory/items/:id",
    title: "Stock item",
    access: "signed-in",
    screen: "screens/ItemPage.tsx",
  },
  stockLocationNew: {
    path: "/inventory/locations/new",
    title: "New stock location",
    access: "signed-in",
    screen: "screens/LocationNew.tsx",
  },
  stockLocationImport: {
    path: "/inventory/locations/import",
    title: "Import stock locations",
    access: "signed-in",
    screen: "screens/LocationImport.tsx",
  },
  stockLocationEdit: {
    path: "/inventory/locations/:id/edit",
    title: "Change a stock location",
    access: "signed-in",
    screen: "screens/LocationEdit.tsx",
  },
  stockLocation: {
    path: "/inventory/locations/:id",
    title: "Stock location",
    access: "signed-in",
    screen: "screens/LocationPage.tsx",
  },
  stockCounts: {
    path: "/inventory/counts",
    title: "Counts of the stores",
    also: "stocktaking, cycle count, inventory count, physical inventory",
    access: "signed-in",
    screen: "count/CountsPage.tsx",
  },
  stockCountImport: {
    path: "/inventory/counts/import",
    title: "Import what was counted",
    access: "signed-in",
    screen: "count/CountImport.tsx",
  },
  stockCount: {
    path: "/inventory/counts/:id",
    title: "Count of the stores",
    access: "signed-in",
    screen: "count/CountPage.tsx",
  },
  stockCounting: {
    path: "/inventory/counts/:id/counting",
    title: "Counting",
    access: "signed-in",
    screen: "count/CountingPage.tsx",
  },
  stockMovements: {
    path: "/inventory/movements",
    title: "Movements of stock",
    access: "signed-in",
    screen: "movement/MovementsPage.tsx",
  },
  stockMovement: {
    path: "/inventory/movements/:id",
    title: "Movement of stock",
    access: "signed-in",
    screen: "movement/MovementPage.tsx",
  },
  stockLabels: {
    path: "/inventory/labels",
    title: "Labels of the stores",
    access: "signed-in",
    screen: "screens/LabelsPage.tsx",
  },
  stockLots: {
    path: "/inventory/lots",
    title: "Lots and serial numbers",
    access: "signed-in",
    screen: "screens/LotsPage.tsx",
  },
  stockLot: {
    path: "/inventory/lots/:id",
    title: "Lot",
    access: "signed-in",
    screen: "screens/LotPage.tsx",
  },
} as const satisfies Record<string, Page>;
