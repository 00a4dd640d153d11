package flow

// The proleptic Gregorian calendar, in days and seconds since 1970-01-01T00:00:00Z, without leap seconds.

const (
	daySeconds = 86400
	// maxYear is the last year of an Instant, in UTC; the first is its negative.
	maxYear = 999_999_999
	eraDays = 146097 // of 400 years
)

var monthDays = [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

func daysIn(year int64, month int) int {
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0) {
		return 29
	}
	return monthDays[month-1]
}

// daysTo counts the days from 1970-01-01 to a date, in years that begin in March, so that leap days come last.
func daysTo(year int64, month, day int) int64 {
	if month <= 2 {
		year--
	}
	era, yearOfEra := floorDiv(year, 400)
	dayOfYear := int64((153*((month+9)%12)+2)/5 + day - 1)
	return era*eraDays + yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + dayOfYear - 719468
}

// dateOf gives the date so many days after 1970-01-01.
func dateOf(days int64) (year int64, month, day int) {
	era, dayOfEra := floorDiv(days+719468, eraDays)
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/146096) / 365
	dayOfYear := int(dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100))
	sinceMarch := (5*dayOfYear + 2) / 153
	year, month, day = yearOfEra+era*400, sinceMarch+3, dayOfYear-(153*sinceMarch+2)/5+1
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// floorDiv divides so that the rest is not negative.
func floorDiv(n, by int64) (quotient, rest int64) {
	quotient, rest = n/by, n%by
	if rest < 0 {
		return quotient - 1, rest + by
	}
	return quotient, rest
}

var (
	firstSecond = daysTo(-maxYear, 1, 1) * daySeconds
	lastSecond  = daysTo(maxYear, 12, 31)*daySeconds + daySeconds - 1
)
