/** The 100 PINs of four digits that people choose most often, in the order of their frequency in published leaks. */
const COMMON_PINS = new Set(
  `1234 1111 0000 1212 7777 1004 2000 4444 2222 6969 9999 3333 5555 6666 1122 1313 8888 2001 4321 1010
0909 2580 0007 1818 1230 1984 1986 0070 1985 0987 1000 1231 1987 1999 2468 2002 2323 0123 1123 1233
1357 1221 1324 1988 2112 2121 5150 1024 1112 1224 1969 1225 1235 1982 1983 1001 1978 1979 7410 1020
1223 1974 1975 1977 1980 1981 1029 1121 1213 1973 1976 2020 2345 2424 2525 1515 1970 1972 1989 0001
1023 1414 9876 0101 0907 1245 1966 1967 1971 8520 1964 1968 4545 1318 5678 1011 1124 1211 1963 4200`.split(/\s/),
);

/** Whether a PIN is one of the commonest, or the child's year of birth (gap 160). */
export function isEasyPin(pin: string, birthYear: number | null): boolean {
  return COMMON_PINS.has(pin) || pin === String(birthYear);
}

/** Panel PINs that follow no rule below and are still among the commonest of six digits. */
const COMMON_PANEL_PINS = new Set(
  '112233 332211 123321 654456 159753 147258 258369 147852 789456 456123 102030 520131'.split(' '),
);

/** Whether a panel PIN repeats one, two or three digits, or counts up or down, also past 9. */
export function isEasyPanelPin(pin: string): boolean {
  const isRepeated = [1, 2, 3].some((length) => pin === pin.slice(0, length).repeat(6 / length));
  return isRepeated || '012345678901234 432109876543210'.includes(pin) || COMMON_PANEL_PINS.has(pin);
}
