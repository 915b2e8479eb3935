// Numbers with as many digits as they are set with.

export const figure = (value, digits) => new Intl.NumberFormat(document.documentElement.lang, {
  minimumFractionDigits: digits, maximumFractionDigits: digits,
}).format(value);
