/** What invoices call their values, in English, German, French and Spanish; whole texts without a colon. */
export const heads = {
  vendorNumber:
    /^(?:(?:tax )?invoice|credit (?:note|memo)|bill|document|rechnungs?|gutschrifts?|facture|avoir|factura|fattura|abono)[ -]?(?:no|number|num|nr|nummer|id|#|n[°ºo]|n\.[ºo°]|numéro|número)\.?(?:$|[ :#])|^(?:rechnungsnummer|gutschriftsnummer|rechnungsnr\.?|numéro de (?:la )?facture|número de (?:la )?factura|n[°º] de (?:la )?factur[ae]|invoice #)/i,
  invoiceDate:
    /^(?:(?:invoice|bill|credit (?:note|memo)|issue) date|date of (?:issue|invoice)|dated?|rechnungsdatum|datum|date de (?:la )?facture|date de facturation|date d'émission|fecha de (?:la )?(?:factura|emisión)|fecha)(?:$|[ :])/i,
  dueDate:
    /^(?:(?:payment )?due(?: date| on| by)?|pay by|fällig(?:keit| am)?|fälligkeitsdatum|zahlbar bis|échéance|date d'échéance|vencimiento|fecha de vencimiento)(?:$|[ :])/i,
  orderNumber:
    /^(?:(?:your )?(?:p\.?o\.?|purchase order|order|customer order)(?: ?(?:no|number|nr|ref|#)\.?)?|(?:ihre )?bestell(?:ung|nummer|-nr\.?)|(?:n[°º] de |votre )?commande|bon de commande|(?:n[°º] de |su )?pedido|orden de compra)(?:$|[ :#])/i,
};
export type Head = keyof typeof heads;

export const sums = {
  subtotal:
    /^(?:sub-? ?total|net (?:amount|total)|total (?:net|excl\.?.*|before tax)|zwischensumme|netto(?:betrag|summe)|summe netto|total ht|sous-total|montant ht|base imponible|subtotal)\b/i,
  tax: /^(?:(?:plus |zzgl\.? )?(?:(?:state |county |city )?sales tax|tax|vat|gst|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva))(?:$|[ :.(\d])/i,
  freight:
    /^(?:freight|shipping(?: (?:and|&) handling)?|delivery|versand(?:kosten)?|fracht(?:kosten)?|frais de port|transport|port|portes|envío|gastos de envío)(?:$|[ :])/i,
  discount:
    /^(?:(?:less |trade |early |invoice )?discount|rebate|rabatt|nachlass|remise|descuento)(?:$|[ :(\d])/i,
  total:
    /^(?:(?:grand |invoice |credit )?total(?: (?:due|amount|ttc|payable|usd|eur|à payer|a pagar|credit|factura))*|amount (?:due|payable)|balance due|gesamt(?:betrag|summe)?|rechnungsbetrag|endbetrag|brutto(?:betrag|summe)|zu zahlen(?:der betrag)?|zahlbetrag|gutschriftsbetrag|(?:montant|net) (?:total|ttc|à payer)|importe total)(?:$|[ :(])/i,
};
export type Sum = keyof typeof sums;

/** Amounts that stand in another one, and sums of a page: no lines, no sums. */
export const inside =
  /^(?:incl(?:uding|uded|\.)?|thereof|of which|davon|darin enthalten|enthalten|inkl\.?|dont|incluye|incluid[oa]s?|de los cuales)\b/i;
export const carried =
  /(?:carried|brought) forward|^(?:page (?:sub)?total|übertrag|zwischensumme seite|report|à reporter|suma y sigue|suma anterior)/i;

export const columns = {
  description:
    /^(?:description|item description|item|details?|particulars|product|service|bezeichnung|beschreibung|artikel|leistung|désignation|libellé|descripción|concepto)$/i,
  quantity: /^(?:qty\.?|quantity|hours|menge|anzahl|qté|quantité|cant\.?|cantidad)$/i,
  unit: /^(?:unit|uom|u\/m|einheit|me|unité|unidad|ud\.?)$/i,
  unitPrice:
    /^(?:(?:unit )?price|rate|unit cost|price each|each|(?:einzel|stück)?preis|e-preis|prix(?: unitaire)?|p\.u\.|pu(?: ht)?|precio(?: unitario)?)$/i,
  discount:
    /^(?:discount|disc\.?(?: ?%)?|discount %|rabatt(?: %)?|remise(?: %)?|descuento|dto\.?(?: ?%)?)$/i,
  amount:
    /^(?:amount|(?:line )?total|ext(?:ended|\.)?(?: (?:price|amount))?|betrag|gesamt(?:preis)?|summe|montant(?: ht)?|importe)$/i,
};
export type Column = keyof typeof columns;

export const credit =
  /\b(?:credit (?:note|memo)|gutschrift|rechnungskorrektur|avoir|nota de crédito|factura rectificativa|abono)\b/i;
export const otherLanguage =
  /rechnung|gutschrift|facture|avoir|factura|fattura|betrag|montant|importe/i;
